-- How each cash register is asked: one document after another, and none while it does not answer.
create table cash_registers (
  name text primary key,
  -- Whoever sends at the moment, and until when.
  lease text,
  leased_until timestamptz,
  -- Failures without an answer between, since when, and the latest one.
  failures integer not null default 0,
  failing_since timestamptz,
  failure text,
  failure_text text,
  paused_until timestamptz,
  answered_at timestamptz
);

-- What a register says that it has registered on a business day.
create table register_days (
  register text not null,
  day date not null,
  receipts integer not null,
  sales numeric(18, 2) not null,
  returns numeric(18, 2) not null,
  read_at timestamptz not null,
  primary key (register, day)
);

-- Our id of a document at the register, stored before it is sent.
alter table receipts add column sent_as text;
alter table receipts add column sent_at timestamptz;
-- Tries that the register has ended without a receipt.
alter table receipts add column failures integer not null default 0;
create unique index receipts_sent_as on receipts (sent_as) where sent_as is not null;
create index receipts_register_id on receipts (register_id) where register_id is not null;
