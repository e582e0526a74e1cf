-- Orders per business day of their payment and shop, for dashboards: like order_days, written by appending.
create table paid_days (
  -- 0: whole orders; otherwise the parts of a shop.
  shop_id bigint not null,
  day date not null,
  orders integer not null,
  paid numeric(18, 2) not null,
  -- False: appended since the last sum.
  is_summed boolean not null default false
);
create index paid_days_day on paid_days (shop_id, day) include (orders, paid);
create index paid_days_added on paid_days (shop_id, day) where not is_summed;

create index orders_whole_paid on orders (paid_at desc, id desc)
  where parent_id is null and deleted_at is null and paid_at is not null;
create index orders_parts_paid on orders (shop_id, paid_at desc, id desc)
  where parent_id is not null and deleted_at is null and paid_at is not null;

create or replace function order_days_add() returns trigger language plpgsql as $$
declare
  zone constant text := business_time_zone();
  rows constant text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select *, 1 as sign from added' end,
    case when tg_op <> 'INSERT' then 'select *, -1 as sign from gone' end);
begin
  execute 'insert into order_days (shop_id, day, status, orders, paid)
    select coalesce(shop_id, 0), (created_at at time zone $1)::date, order_status, sum(sign), sum(sign * paid_total)
    from (' || rows || ') changed where deleted_at is null
    group by 1, 2, 3 having sum(sign) <> 0 or sum(sign * paid_total) <> 0' using zone;
  execute 'insert into paid_days (shop_id, day, orders, paid)
    select coalesce(shop_id, 0), (paid_at at time zone $1)::date, sum(sign), sum(sign * paid_total)
    from (' || rows || ') changed where deleted_at is null and paid_at is not null
    group by 1, 2 having sum(sign) <> 0 or sum(sign * paid_total) <> 0' using zone;
  execute 'insert into commission_days (day, orders, goods, credited)
    select day, sum(sign), sum(sign * goods), sum(sign * credited_amount) from (
      select sign, (credited_at at time zone $1)::date as day, credited_amount,
        goods_of_part(amount, discount, discount_shop_id, shop_id) as goods
      from (' || rows || ') changed where parent_id is not null and credited_at is not null) credited
    group by 1 having sum(sign) <> 0 or sum(sign * goods) <> 0 or sum(sign * credited_amount) <> 0' using zone;
  return null;
end $$;

create or replace function order_days_of_all() returns void language sql as $$
  delete from order_days;
  insert into order_days (shop_id, day, status, orders, paid, is_summed)
    select coalesce(shop_id, 0), (created_at at time zone zone)::date, order_status, count(*), sum(paid_total), true
    from orders, business_time_zone() zone where deleted_at is null group by 1, 2, 3;
  delete from paid_days;
  insert into paid_days (shop_id, day, orders, paid, is_summed)
    select coalesce(shop_id, 0), (paid_at at time zone zone)::date, count(*), sum(paid_total), true
    from orders, business_time_zone() zone where deleted_at is null and paid_at is not null group by 1, 2;
  delete from commission_days;
  insert into commission_days (day, orders, goods, credited)
    select (credited_at at time zone zone)::date, count(*),
      sum(goods_of_part(amount, discount, discount_shop_id, shop_id)), sum(credited_amount)
    from orders, business_time_zone() zone where parent_id is not null and credited_at is not null group by 1
    union all select (decided_at at time zone zone)::date, 0, -sum(goods), -sum(vendor_amount)
    from vendor_refunds, business_time_zone() zone group by 1;
$$;

-- Orders that were paid before this migration.
insert into paid_days (shop_id, day, orders, paid, is_summed)
  select coalesce(shop_id, 0), (paid_at at time zone zone)::date, count(*), sum(paid_total), true
  from orders, business_time_zone() zone where deleted_at is null and paid_at is not null group by 1, 2;
