-- online
drop index concurrently if exists roles_sign_in_provider;
create index concurrently roles_sign_in_provider on roles (sign_in_provider) where sign_in_provider is not null;
