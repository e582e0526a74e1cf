-- Who has the edit form of which record open: a row for each person and record, forgotten after 45 seconds. A table and not
-- NOTIFY, because a process that starts later has to know, too; unlogged, because nobody misses it after a crash.
create unlogged table record_editors (
  user_id bigint not null references users (id) on delete cascade,
  family text not null,
  record_id bigint not null,
  seen_at timestamptz not null,
  primary key (family, record_id, user_id)
);
create index record_editors_user_id on record_editors (user_id, seen_at);
