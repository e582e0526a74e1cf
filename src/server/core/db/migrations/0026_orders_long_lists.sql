-- online
-- Orders of a status by sum: where all have the same sum, the index by sum alone passes over every other order first.
drop index concurrently if exists orders_whole_status_total;
create index concurrently orders_whole_status_total on orders (order_status, total, id)
  where parent_id is null and deleted_at is null;

-- What one customer bought in a shop, however much the customer buys elsewhere.
drop index concurrently if exists orders_parts_customer;
create index concurrently orders_parts_customer on orders (shop_id, customer_id, created_at desc, id desc)
  where parent_id is not null and deleted_at is null and customer_id is not null;
