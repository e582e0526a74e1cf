-- online
drop index concurrently if exists refunds_part_id;
create index concurrently refunds_part_id on refunds (part_id) where part_id is not null;
drop index concurrently if exists refunds_exchange;
create index concurrently refunds_exchange on refunds (exchange_order_id) where exchange_order_id is not null;
drop index concurrently if exists refunds_answer_until;
create index concurrently refunds_answer_until on refunds (answer_until)
  where status = 'pending' and escalated_at is null and deleted_at is null;
-- One open request about the whole order, beside cancellations and what shops accept on their parts.
drop index concurrently if exists refunds_open_request;
create unique index concurrently refunds_open_request on refunds (order_id) where (status in ('pending', 'processing'))
  and (origin = 'request') and (part_id is null) and (deleted_at is null);
drop index concurrently if exists refunds_open_key;
