-- Attempts to pay an order: what a provider was asked, and what became of it (docs/payments.md).
alter table payment_intents
  -- `manual`: nobody's protocol, a person or a test reports the payment.
  add column provider text not null default 'manual',
  -- Means of payment of a provider.
  add column method text,
  -- Sent to the provider as the key and the name of the attempt.
  add column key text,
  add column state text not null default 'pending',
  -- Holds the money first, captures it later.
  add column is_two_stage boolean not null default false,
  add column held numeric(18, 2) not null default 0,
  add column captured numeric(18, 2) not null default 0,
  -- Returned to the buyer, as the provider has confirmed.
  add column refunded numeric(18, 2) not null default 0,
  -- What the provider keeps; null until it says so.
  add column fee numeric(18, 2),
  -- The buyer pays before this.
  add column expires_at timestamptz,
  -- A hold is captured or cancelled before this.
  add column capture_until timestamptz,
  -- Why it ended without money, as the provider words it.
  add column failure text,
  add column captured_at timestamptz,
  -- When the provider is asked again; null when nothing more is expected.
  add column next_read_at timestamptz,
  add column reads integer not null default 0;
-- The provider's id is known only after its answer.
alter table payment_intents alter column payment_id drop not null;

update payment_intents as i set
  state = case when p.amount is not null then 'paid' when i.is_open then 'pending' else 'canceled' end,
  captured = coalesce(p.amount, 0),
  captured_at = p.at
from payment_intents as same
left join lateral (
  select max(amount) as amount, min(at) as at from payment_events where intent_id = same.id and status = 'success'
) as p on true
where same.id = i.id;

alter table payment_intents
  add constraint payment_intents_state_check
    check (state in ('new', 'pending', 'held', 'paid', 'canceled', 'unknown')) not valid,
  add constraint payment_intents_sums_check check (held >= 0 and captured >= 0 and refunded >= 0) not valid,
  add constraint payment_intents_key_check check (provider = 'manual' or key is not null) not valid;
alter table payment_intents validate constraint payment_intents_state_check;
alter table payment_intents validate constraint payment_intents_sums_check;
alter table payment_intents validate constraint payment_intents_key_check;

-- What providers sent, as it came: stored first, applied once by a job; kept for 90 days.
create table provider_webhooks (
  id bigint generated always as identity primary key,
  provider text not null,
  received_at timestamptz not null,
  ip text not null,
  body text not null,
  -- Provider's ids of what it is about; null when it could not be read.
  payment_id text,
  refund_id text,
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'ignored', 'failed')),
  applied_at timestamptz,
  -- Why it was ignored or failed.
  note text
);
create index provider_webhooks_received_at on provider_webhooks (received_at);
create index provider_webhooks_payment_id on provider_webhooks (provider, payment_id, id) where payment_id is not null;
