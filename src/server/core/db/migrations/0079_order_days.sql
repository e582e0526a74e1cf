-- The zone that the business keeps its days in (design §5): a setting.
create function business_time_zone() returns text language sql stable as $$
  select coalesce((select options ->> 'timeZone' from settings limit 1), 'Europe/Moscow');
$$;

-- How many orders were placed on each business day, where they stand now and what they come to: what dashboards show costs
-- the same with a million orders. Whoever writes an order adds lines and waits for nobody; housekeeping sums them up.
create table order_days (
  -- 0: whole orders; else the parts of a shop.
  shop_id bigint not null,
  day date not null,
  status text not null,
  orders integer not null,
  paid numeric(18, 2) not null,
  -- False: added since the last time that lines were summed up.
  is_summed boolean not null default false
);
create index order_days_day on order_days (shop_id, day) include (status, orders, paid);
create index order_days_added on order_days (shop_id, day, status) where not is_summed;

-- What vendors were credited for on each business day, all shops together: the goods, and what the vendors were given;
-- less what approved refunds took back from them.
create table commission_days (
  day date not null,
  orders integer not null,
  goods numeric(18, 2) not null,
  credited numeric(18, 2) not null
);
create index commission_days_day on commission_days (day);

create function order_days_of_all() returns void language sql as $$
  delete from order_days;
  insert into order_days (shop_id, day, status, orders, paid, is_summed)
    select coalesce(shop_id, 0), (created_at at time zone zone)::date, order_status, count(*), sum(paid_total), true
    from orders, business_time_zone() zone where deleted_at is null group by 1, 2, 3;
  delete from commission_days;
  insert into commission_days (day, orders, goods, credited)
    select (credited_at at time zone zone)::date, count(*),
      sum(amount - case when discount_shop_id = shop_id then discount else 0 end), sum(credited_amount)
    from orders, business_time_zone() zone where parent_id is not null and credited_at is not null group by 1
    union all select (decided_at at time zone zone)::date, 0, -sum(goods), -sum(vendor_amount)
    from vendor_refunds, business_time_zone() zone group by 1;
$$;

create function order_days_add() returns trigger language plpgsql as $$
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
  execute 'insert into commission_days (day, orders, goods, credited)
    select day, sum(sign), sum(sign * goods), sum(sign * credited_amount) from (
      select sign, (credited_at at time zone $1)::date as day, credited_amount,
        amount - case when discount_shop_id = shop_id then discount else 0 end as goods
      from (' || rows || ') changed where parent_id is not null and credited_at is not null) credited
    group by 1 having sum(sign) <> 0 or sum(sign * goods) <> 0 or sum(sign * credited_amount) <> 0' using zone;
  return null;
end $$;

create trigger orders_days_insert after insert on orders
  referencing new table as added for each statement execute function order_days_add();
create trigger orders_days_update after update on orders
  referencing old table as gone new table as added for each statement execute function order_days_add();
create trigger orders_days_delete after delete on orders
  referencing old table as gone for each statement execute function order_days_add();

-- An approved refund stays so. Its lines are looked at when all that belongs to the decision is written.
create function commission_days_return() returns trigger language plpgsql as $$
begin
  insert into commission_days (day, orders, goods, credited)
    select (decided_at at time zone business_time_zone())::date, 0, -sum(goods), -sum(vendor_amount)
    from vendor_refunds where refund_id = new.id group by 1;
  return null;
end $$;
create constraint trigger refunds_commission_insert after insert on refunds deferrable initially deferred
  for each row when (new.status = 'approved') execute function commission_days_return();
create constraint trigger refunds_commission_update after update of status on refunds deferrable initially deferred
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function commission_days_return();

-- Another zone has other days. Orders that are being written now wait until theirs are counted.
create function order_days_move() returns trigger language plpgsql as $$
begin
  lock table orders in share mode;
  perform order_days_of_all();
  return null;
end $$;
create trigger settings_zone_insert after insert on settings for each row
  when (new.options ->> 'timeZone' is not null) execute function order_days_move();
create trigger settings_zone_update after update of options on settings for each row
  when (new.options ->> 'timeZone' is distinct from old.options ->> 'timeZone') execute function order_days_move();

select order_days_of_all();

-- What was given back on a day is summed up without a look at the refunds.
create index refunds_approved on refunds (decided_at) include (amount)
  where status = 'approved' and deleted_at is null;
