-- online
-- When a part must be assembled, while it still has to be; of a whole order the earliest of its parts.
alter table orders add column if not exists ship_by timestamptz;
drop index concurrently if exists orders_whole_ship_by;
create index concurrently orders_whole_ship_by on orders (ship_by, id) where parent_id is null and deleted_at is null;
drop index concurrently if exists orders_parts_ship_by;
create index concurrently orders_parts_ship_by on orders (shop_id, ship_by, id)
  where parent_id is not null and deleted_at is null;
-- The few parts that wait, for the counts of all shops.
drop index concurrently if exists orders_parts_waiting;
create index concurrently orders_parts_waiting on orders (ship_by, shop_id)
  where parent_id is not null and deleted_at is null and ship_by is not null;
