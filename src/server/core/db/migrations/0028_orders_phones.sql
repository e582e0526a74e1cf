-- online
-- The latest orders of a phone number are read in list order, and counted from the index.
drop index concurrently if exists orders_phone_placed;
create index concurrently orders_phone_placed on orders (phone_tail(customer_contact), created_at desc, id desc)
  include (customer_contact) where parent_id is null and deleted_at is null;
drop index concurrently if exists orders_phone;
