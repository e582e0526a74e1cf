-- What the comparison of receipts with the ledger found, once a night (rules/receipts: every night receipts are compared).
create table receipt_nights (
  day date primary key,
  problems integer not null,
  -- Receipts that were not issued at that moment, their money, and those that are older than a day.
  receipts integer not null,
  amount numeric(18, 2) not null,
  late integer not null,
  told_at timestamptz
);

-- A shop's own cash register. The credentials are encrypted (`core/secrets.ts`).
create table shop_registers (
  shop_id bigint primary key references shops (id),
  name text not null check (name in ('atol')),
  credentials text not null,
  -- For the panel: the login, and the group of registers.
  title text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
