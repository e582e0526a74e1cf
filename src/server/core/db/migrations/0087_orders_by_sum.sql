-- By sum, those of a status, of a payment or of a way of paying are answered by the index alone: what was cancelled comes to
-- nothing, and all that comes to more was looked at before the first of it.
drop index orders_whole_total;
drop index orders_parts_total;
create index orders_whole_total on orders (total, id) include (order_status, payment_status, payment_gateway)
  where parent_id is null and deleted_at is null;
create index orders_parts_total on orders (shop_id, total, id) include (order_status, payment_status, payment_gateway)
  where parent_id is not null and deleted_at is null;
