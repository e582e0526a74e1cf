-- A shop's own cash register (rules/receipts: a shop has a register of its own).
create table shop_registers (
  shop_id bigint primary key references shops (id) on delete cascade,
  kind text not null check (kind in ('atol', 'demo')),
  -- Code of the group of registers.
  group_code text,
  -- Login and password, sealed with SECRETS_KEY; no answer has them.
  credentials text,
  -- What the register is registered with: the seller on each receipt.
  inn text not null,
  tax_system text not null check (tax_system in ('osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent')),
  email text not null,
  place text not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by bigint references users (id),
  check (kind <> 'atol' or (group_code is not null and credentials is not null))
);
create index shop_registers_updated_by on shop_registers (updated_by) where updated_by is not null;

-- When it is switched on: what moved within belongs to it, whenever the receipt is written.
create table shop_register_periods (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shop_registers (shop_id) on delete cascade,
  from_at timestamptz not null,
  until_at timestamptz check (until_at >= from_at)
);
create unique index shop_register_periods_open on shop_register_periods (shop_id) where until_at is null;
create index shop_register_periods_shop_id on shop_register_periods (shop_id, from_at);

-- Who sold, as the register got it; none before it was sent.
alter table receipts add column seller jsonb;
