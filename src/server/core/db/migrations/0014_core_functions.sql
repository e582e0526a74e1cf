-- They read tables: stable. Callers evaluate them once by `(select …)`, or pass the planner the values themselves.
alter function stock_threshold(integer) stable;
alter function categories_below(text[]) stable;

-- Goods that a shop's part of an order, or a line of it, is credited for and commission is taken of: `orders/money.ts`.
create function goods_of_part(amount numeric, discount numeric, discount_shop_id bigint, shop_id bigint)
  returns numeric language sql immutable parallel safe as $$
  select amount - case when discount_shop_id = shop_id then discount else 0 end
$$;

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
  delete from commission_days;
  insert into commission_days (day, orders, goods, credited)
    select (credited_at at time zone zone)::date, count(*),
      sum(goods_of_part(amount, discount, discount_shop_id, shop_id)), sum(credited_amount)
    from orders, business_time_zone() zone where parent_id is not null and credited_at is not null group by 1
    union all select (decided_at at time zone zone)::date, 0, -sum(goods), -sum(vendor_amount)
    from vendor_refunds, business_time_zone() zone group by 1;
$$;

create or replace view vendor_refunds as
  select r.id as refund_id, r.decided_at, rl.shop_id, sum(goods.kopecks) / 100 as goods,
    sum(rl.vendor_amount) as vendor_amount
  from refunds r
  join refund_lines rl on rl.refund_id = r.id
  join order_lines l on l.id = rl.order_line_id
  join orders o on o.id = l.order_id
  cross join lateral (select 100 * goods_of_part(l.subtotal, l.discount, o.discount_shop_id, l.shop_id) as whole) base
  cross join lateral (select coalesce(sum(other.quantity), 0) as pieces from refund_lines other
    join refunds sooner on sooner.id = other.refund_id and sooner.status = 'approved'
    where other.order_line_id = l.id and (sooner.decided_at, sooner.id) < (r.decided_at, r.id)) before
  cross join lateral (select div(base.whole * (before.pieces + rl.quantity), l.quantity)
    - div(base.whole * before.pieces, l.quantity) as kopecks) goods
  where r.status = 'approved' and r.decided_at is not null and rl.vendor_amount > 0
  group by r.id, r.decided_at, rl.shop_id;
