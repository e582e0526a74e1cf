-- Until when a whole order keeps its goods unpaid; null: no deadline, or nothing waits any more.
alter table orders add column pay_until timestamptz
  constraint orders_pay_until_check check (pay_until is null or parent_id is null);
create index orders_pay_until on orders (pay_until) where pay_until is not null;
