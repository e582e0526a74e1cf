-- Two-stage payments (docs/payments.md): what is to be taken of a hold, with its key, stored before the provider is asked.
alter table payment_intents
  add column capture_amount numeric(18, 2),
  add column capture_key text,
  -- A request to take it is on its way since then; null when none is.
  add column capture_sent_at timestamptz;

alter table payment_tasks drop constraint payment_tasks_kind_check;
alter table payment_tasks add constraint payment_tasks_kind_check check (kind in ('late', 'double', 'wrong_sum',
  'wrong_currency', 'contradiction', 'hold_expiring', 'capture_failed', 'refund_refused', 'refund_unknown', 'refund_stuck',
  'foreign_refund', 'chargeback')) not valid;
alter table payment_tasks validate constraint payment_tasks_kind_check;
