-- Receipts by 54-ФЗ: one document for each entry of the ledger that needs one (rules/receipts).
create table receipts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('prepayment', 'settlement', 'return', 'correction')),
  -- What it documents, each entry once; none for a correction.
  entry_id bigint unique references ledger_entries (id) check ((entry_id is null) = (kind = 'correction')),
  -- For money that is paid with the hand-over, at a till or at the door: its entry.
  paid_entry_id bigint unique references ledger_entries (id),
  -- The whole order.
  order_id bigint not null references orders (id),
  part_id bigint references orders (id),
  refund_id bigint references refunds (id),
  intent_id bigint references payment_intents (id),
  -- Whose register issues it; none: the marketplace's.
  shop_id bigint references shops (id),
  -- For a correction: the receipt that was wrong or not issued in time.
  corrects_id bigint references receipts (id) check ((corrects_id is not null) = (kind = 'correction')),
  -- It takes money back from the sum of receipts, like a return.
  is_return boolean not null default false,
  -- When the money or the goods moved.
  at timestamptz not null,
  amount numeric(18, 2) not null check (amount > 0),
  -- How it is paid; `prepaid` is set off against prepayments.
  cash numeric(18, 2) not null default 0,
  cashless numeric(18, 2) not null default 0,
  prepaid numeric(18, 2) not null default 0,
  -- As the register gets them: they never change.
  lines jsonb not null,
  customer_email text,
  customer_phone text,
  -- `excluded`: somebody else's register, or none is needed; `asked`: sent, and not registered yet; `unknown`: sent
  -- without an answer; `blocked`: a person changes something first; `replaced`: a correction is issued instead.
  state text not null
    check (state in ('excluded', 'waiting', 'asked', 'unknown', 'done', 'blocked', 'replaced')),
  -- Why none is issued here.
  exclusion text check ((exclusion is not null) = (state = 'excluded')),
  -- Which try it is; the register knows each by its own id.
  attempt integer not null default 1,
  -- Name of the adapter that it was sent by, and its id there.
  register text,
  register_id text,
  -- Our id of the document there, stored before it is sent.
  sent_as text,
  sent_at timestamptz,
  next_ask_at timestamptz,
  asks integer not null default 0,
  -- Tries that the register has ended without a receipt.
  failures integer not null default 0,
  error_code text,
  error_text text,
  drive_number text,
  document_number text,
  sign text,
  shift integer,
  number_in_shift integer,
  register_number text,
  registered_at timestamptz,
  url text,
  -- Of a correction.
  reason text check ((reason is not null) = (kind = 'correction')),
  created_by bigint references users (id),
  -- By which a buyer opens the receipt. It opens nothing that the row does not say, so it is stored as it is and stays the
  -- same.
  secret text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Who sold, as the register got it; none before it was sent.
  seller jsonb,
  -- False: takes back what a register has registered under one of our ids, and was never a receipt of ours: the register
  -- has both, the books have neither (rules/receipts: a correction says the same sum anew).
  is_counted boolean not null default true,
  check (amount = cash + cashless + prepaid),
  check ((sign is not null) = (state = 'done'))
);
create index receipts_order_id on receipts (order_id, id);
create index receipts_part_id on receipts (part_id) where part_id is not null;
create index receipts_refund_id on receipts (refund_id) where refund_id is not null;
create index receipts_intent_id on receipts (intent_id) where intent_id is not null;
create index receipts_shop_id on receipts (shop_id) where shop_id is not null;
create index receipts_corrects_id on receipts (corrects_id) where corrects_id is not null;
create index receipts_created_by on receipts (created_by) where created_by is not null;
-- The queue of the registers, in its order.
create index receipts_queue on receipts (next_ask_at, id) where next_ask_at is not null;
create index receipts_open on receipts (id) where state in ('waiting', 'asked', 'unknown', 'blocked');
create index receipts_registered_at on receipts (registered_at) where registered_at is not null;
create unique index receipts_sent_as on receipts (sent_as) where sent_as is not null;
create index receipts_register_id on receipts (register_id) where register_id is not null;
create unique index receipts_secret on receipts (secret);

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

-- Marking codes of sold pieces («Честный знак»), one for each piece of a line that needs them (rules/receipts).
create table order_marks (
  id bigint generated always as identity primary key,
  order_line_id bigint not null references order_lines (id),
  -- As it was read, with the separators of its groups.
  code text not null,
  -- 01, GTIN, 21 and serial: what tells pieces apart.
  identity text not null,
  scanned_by bigint references users (id),
  scanned_at timestamptz not null,
  -- Which refund takes the piece back; from `returned_at` on it may be sold again.
  refund_id bigint references refunds (id),
  returned_at timestamptz check (returned_at is null or refund_id is not null)
);
-- A piece is sold once until it comes back.
create unique index order_marks_sold on order_marks (identity) where returned_at is null;
create index order_marks_line on order_marks (order_line_id, id);
create index order_marks_refund on order_marks (refund_id) where refund_id is not null;
create index order_marks_scanned_by on order_marks (scanned_by) where scanned_by is not null;
