-- online
drop index concurrently if exists users_role_id;
create index concurrently users_role_id on users (role_id) where role_id is not null;
