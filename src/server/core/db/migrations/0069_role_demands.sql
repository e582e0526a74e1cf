-- The provider that a role demands is one of those that are set up; nothing has written the column before.
alter table roles alter column sign_in_provider type bigint using null;
alter table roles add constraint roles_sign_in_provider_fkey foreign key (sign_in_provider)
  references sign_in_providers (id) not valid;
alter table roles validate constraint roles_sign_in_provider_fkey;
create index roles_sign_in_provider on roles (sign_in_provider) where sign_in_provider is not null;
