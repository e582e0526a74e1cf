-- A buyer's bank transfer pays its order, once: the attempt that it became.
alter table bank_lines add column intent_id bigint;
alter table bank_lines add constraint bank_lines_intent_id_fkey foreign key (intent_id) references payment_intents (id)
  not valid;
alter table bank_lines validate constraint bank_lines_intent_id_fkey;

-- People of finance are told in the bell that a night did not agree.
alter table notify_logs drop constraint notify_logs_notify_type_check;
alter table notify_logs add constraint notify_logs_notify_type_check check (notify_type in ('order', 'message',
  'store_notice', 'refund', 'withdraw', 'shop', 'product', 'review', 'question', 'approval', 'reconciliation')) not valid;
alter table notify_logs validate constraint notify_logs_notify_type_check;
