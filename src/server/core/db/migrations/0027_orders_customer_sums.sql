-- online
-- What a customer has ordered so far is summed without a look at each order.
drop index concurrently if exists orders_customer;
create index concurrently orders_customer on orders (customer_id, created_at desc, id desc)
  include (order_status, total, refunded_amount) where parent_id is null and deleted_at is null;
drop index concurrently if exists orders_customer_id;

drop index concurrently if exists orders_parts_customer_sums;
create index concurrently orders_parts_customer_sums on orders (shop_id, customer_id, created_at desc, id desc)
  include (order_status, total, refunded_amount)
  where parent_id is not null and deleted_at is null and customer_id is not null;
drop index concurrently if exists orders_parts_customer;
