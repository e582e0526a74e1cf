-- Refunds that a provider is asked for, or has made by itself (docs/payments.md). The key is stored with the decision and
-- sent after its commit.
create table provider_refunds (
  id bigint generated always as identity primary key,
  intent_id bigint not null references payment_intents (id),
  -- The decision that it pays; null for a refund that was made in the provider's cabinet.
  refund_id bigint references refunds (id),
  key text not null unique,
  -- The provider's own id, where it has one.
  provider_refund_id text,
  amount numeric(18, 2) not null check (amount > 0),
  -- `unknown`: asked, without an answer; `canceled`: the provider refused; `by_hand`: paid by bank order instead.
  state text not null default 'new'
    check (state in ('new', 'pending', 'unknown', 'succeeded', 'canceled', 'by_hand')),
  -- The provider refused, and a person has chosen another way for the money.
  is_replaced boolean not null default false check (not is_replaced or state = 'canceled'),
  -- Why it was refused or has no answer, as the provider words it.
  failure text,
  sent_at timestamptz,
  ended_at timestamptz,
  -- When the provider is asked again; null when nothing more is expected.
  next_read_at timestamptz,
  reads integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index provider_refunds_intent_id on provider_refunds (intent_id, id);
create index provider_refunds_refund_id on provider_refunds (refund_id) where refund_id is not null;
create index provider_refunds_next_read_at on provider_refunds (next_read_at) where next_read_at is not null;
create unique index provider_refunds_provider_id on provider_refunds (intent_id, provider_refund_id)
  where provider_refund_id is not null;

-- Payments that a buyer's bank has claimed back.
create table disputes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  intent_id bigint references payment_intents (id),
  amount numeric(18, 2) not null check (amount > 0),
  -- Who gives what until the claim is decided, in kopecks by part of the order; won, it goes back.
  shares jsonb not null,
  respond_by date,
  reason text not null,
  -- [attachment]
  evidence jsonb not null default '[]',
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  opened_by bigint references users (id),
  decided_by bigint references users (id),
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index disputes_order_id on disputes (order_id);
create index disputes_intent_id on disputes (intent_id) where intent_id is not null;
create index disputes_opened_by on disputes (opened_by) where opened_by is not null;
create index disputes_decided_by on disputes (decided_by) where decided_by is not null;

-- Money that a person decides about.
create table payment_tasks (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('late', 'double', 'wrong_sum', 'wrong_currency', 'contradiction', 'hold_expiring',
    'refund_refused', 'refund_unknown', 'refund_stuck', 'foreign_refund', 'chargeback')),
  order_id bigint not null references orders (id),
  intent_id bigint references payment_intents (id),
  provider_refund_id bigint references provider_refunds (id),
  dispute_id bigint references disputes (id),
  amount numeric(18, 2) not null check (amount >= 0),
  -- What a service or a job says about it.
  note text,
  -- Until when it must be answered.
  due_at timestamptz,
  state text not null default 'open' check (state in ('open', 'done')),
  answer text check ((answer is not null) = (state = 'done')),
  answer_note text,
  -- Null when it settled itself.
  answered_by bigint references users (id),
  answered_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Each thing is asked once.
create unique index payment_tasks_key on payment_tasks (kind, intent_id, provider_refund_id, dispute_id)
  nulls not distinct where intent_id is not null or dispute_id is not null;
create index payment_tasks_open on payment_tasks (id) where state = 'open';
create index payment_tasks_order_id on payment_tasks (order_id);
create index payment_tasks_intent_id on payment_tasks (intent_id) where intent_id is not null;
create index payment_tasks_provider_refund_id on payment_tasks (provider_refund_id)
  where provider_refund_id is not null;
create index payment_tasks_dispute_id on payment_tasks (dispute_id) where dispute_id is not null;
create index payment_tasks_answered_by on payment_tasks (answered_by) where answered_by is not null;

-- `dispute`: claimed back by a buyer's bank.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('order', 'refund', 'withdrawal',
  'withdrawal-return', 'withdrawal-paid', 'adjustment', 'sign-up', 'points', 'cash-kept', 'card-kept',
  'refund-delivery', 'goodwill', 'dispute')) not valid;
alter table ledger_entries validate constraint ledger_entries_kind_check;
