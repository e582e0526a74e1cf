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
