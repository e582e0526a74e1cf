-- People are told in the bell that a request waits for them, and what became of their own.
alter table notify_logs drop constraint notify_logs_notify_type_check;
alter table notify_logs add constraint notify_logs_notify_type_check check (notify_type in ('order', 'message',
  'store_notice', 'refund', 'withdraw', 'shop', 'product', 'review', 'question', 'approval')) not valid;
alter table notify_logs validate constraint notify_logs_notify_type_check;
