-- online
drop index concurrently if exists users_invited_by;
create index concurrently users_invited_by on users (invited_by) where invited_by is not null;
