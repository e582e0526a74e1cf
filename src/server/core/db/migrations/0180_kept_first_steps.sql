-- Steps of the guide whose default an administrator has decided to keep: a value that equals its default says nothing.
create table kept_first_steps (
  step text primary key,
  user_id bigint references users (id) on delete set null,
  at timestamptz not null
);
