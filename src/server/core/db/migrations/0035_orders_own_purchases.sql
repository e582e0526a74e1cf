-- online
-- The few orders that shops bought from themselves, in the order of the list.
drop index concurrently if exists orders_whole_own;
create index concurrently orders_whole_own on orders (created_at desc, id desc)
  where parent_id is null and deleted_at is null and is_own_purchase;

alter table orders validate constraint orders_cash_held_by_check;
alter table orders validate constraint orders_completed_by_check;
alter table one_time_codes validate constraint one_time_codes_purpose_check;
