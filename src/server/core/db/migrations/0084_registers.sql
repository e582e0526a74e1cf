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
