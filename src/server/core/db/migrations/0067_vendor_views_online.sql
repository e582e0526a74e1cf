-- online
drop index concurrently if exists sessions_parent_session_id;
create index concurrently sessions_parent_session_id on sessions (parent_session_id)
  where parent_session_id is not null;
drop index concurrently if exists sessions_view_id;
create index concurrently sessions_view_id on sessions (view_id) where view_id is not null;
