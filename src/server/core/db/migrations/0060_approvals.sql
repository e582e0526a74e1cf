-- Actions that wait for a second person: what exactly will be done, who asked, and how it ended.
create table approvals (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The record that the action is about.
  family text not null,
  row_id bigint not null,
  row_version integer,
  title text not null,
  -- What the action is done with, and the hash of it with the kind, the record and its version.
  content jsonb not null,
  hash text not null,
  -- What was shown to the person who asked: values before and after.
  facts jsonb not null default '[]',
  state text not null default 'waiting'
    check (state in ('waiting', 'confirmed', 'declined', 'expired', 'withdrawn')),
  prepared_by bigint not null references users (id),
  prepared_at timestamptz not null,
  -- Hash of the mark of the browser in which it was asked.
  browser_hash text,
  expires_at timestamptz not null,
  decided_by bigint references users (id),
  decided_at timestamptz,
  reason text,
  result jsonb
);
create unique index approvals_waiting_key on approvals (kind, family, row_id) where state = 'waiting';
create index approvals_state on approvals (state, kind, id desc);
create index approvals_subject on approvals (family, row_id, id desc);
create index approvals_prepared_by on approvals (prepared_by, id desc);
create index approvals_decided_by on approvals (decided_by) where decided_by is not null;
create index approvals_expires_at on approvals (expires_at) where state = 'waiting';

-- When two persons are needed. New installations begin with the rule; those that run already choose it themselves.
create table approval_rules (
  only_one boolean primary key default true check (only_one),
  mode text not null check (mode in ('auto', 'off')),
  hours integer not null default 72,
  payouts_from numeric(18, 2) not null default 0,
  refunds_from numeric(18, 2) not null default 10000,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
insert into approval_rules (mode) select case when exists (select from users) then 'off' else 'auto' end;
