-- How many parts a shop has of a status or a way of paying is counted here, whichever meet; and they are listed in the order
-- of their ids. Many are alike, so that the first two are small.
create index orders_parts_payment on orders (shop_id, payment_status, payment_gateway, order_status)
  where parent_id is not null and deleted_at is null;
create index orders_parts_gateway on orders (shop_id, payment_gateway, payment_status, order_status)
  where parent_id is not null and deleted_at is null;
create index orders_parts_id on orders (shop_id, id) where parent_id is not null and deleted_at is null;
