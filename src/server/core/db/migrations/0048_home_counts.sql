-- What the home page counts beside `order_days`: hours of orders, revenue by category, and how fast goods are sold.
-- Writers append and never wait; a job sums them up.
create table order_hours (
  -- 0: whole orders; otherwise the parts of a shop.
  shop_id bigint not null,
  basis text not null check (basis in ('placed', 'paid')),
  day date not null,
  hour smallint not null,
  orders integer not null,
  -- False: appended since the last sum.
  is_summed boolean not null default false
);
create index order_hours_day on order_hours (shop_id, basis, day) include (hour, orders);
create index order_hours_added on order_hours (shop_id, basis, day, hour) where not is_summed;

create table category_days (
  -- 0: all shops.
  shop_id bigint not null,
  basis text not null check (basis in ('placed', 'paid')),
  day date not null,
  -- 0: sold without a category.
  category_id bigint not null,
  revenue numeric(18, 2) not null,
  is_summed boolean not null default false
);
create index category_days_day on category_days (shop_id, basis, day) include (category_id, revenue);
create index category_days_added on category_days (shop_id, basis, day, category_id) where not is_summed;

-- Pieces that a product sold in the 28 business days before `day`.
create table product_pace (
  product_id bigint primary key references products (id) on delete cascade,
  shop_id bigint not null,
  sold integer not null check (sold > 0),
  day date not null
);
create index product_pace_shop on product_pace (shop_id) include (product_id, sold);

-- The category at the sale, like name and price. Without a foreign key: a category may go, what was sold in it stays.
alter table order_lines add column category_id bigint;
update order_lines l set category_id = c.category_id
  from (select product_id, min(category_id) as category_id from category_product group by 1) c
  where c.product_id = l.product_id;

create function set_line_category() returns trigger language plpgsql as $$
begin
  new.category_id := coalesce(new.category_id,
    (select min(category_id) from category_product where product_id = new.product_id));
  return new;
end $$;
-- A trigger, because placement, edited orders and demo data write lines.
create trigger order_lines_category before insert on order_lines for each row execute function set_line_category();

create function is_standing(status text) returns boolean language sql immutable parallel safe as $$
  select status not in ('order-cancelled', 'order-failed')
$$;

-- The moments at which an order counts, by basis; none for a removed one.
create function counted_moments(status text, removed timestamptz, placed timestamptz, paid timestamptz)
  returns table (basis text, moment timestamptz) language sql immutable parallel safe as $$
  select 'placed', placed where removed is null and is_standing(status)
  union all select 'paid', paid where removed is null and paid is not null
$$;

-- As in 0008, with hours and, when a part changes, the revenue of its categories. Lines are written after their order,
-- so a new order has none yet.
do $make$
declare
  kinds constant jsonb := '{
    "insert": "select *, 1 as sign from added",
    "update": "select *, 1 as sign from added union all select *, -1 from gone",
    "delete": "select *, -1 as sign from gone"
  }';
  of_categories constant text := $sales$
        insert into category_days (shop_id, basis, day, category_id, revenue)
          select scope.id, m.basis, (m.moment at time zone zone)::date, coalesce(l.category_id, 0), sum(sign * l.total)
          from (select g.id from gone g join added a on a.id = g.id where g.parent_id is not null
              and (is_standing(g.order_status), g.created_at, g.paid_at, g.deleted_at)
                is distinct from (is_standing(a.order_status), a.created_at, a.paid_at, a.deleted_at)) moved
            join (select *, 1 as sign from added union all select *, -1 from gone) changed on changed.id = moved.id
            cross join lateral counted_moments(order_status, deleted_at, created_at, paid_at) m
            join order_lines l on l.order_id = changed.id
            cross join lateral (values (changed.shop_id), (0)) scope (id)
          where is_standing(order_status)
          group by 1, 2, 3, 4 having sum(sign * l.total) <> 0;$sales$;
  kind text;
begin
  for kind in select jsonb_object_keys(kinds) loop
    execute format($function$
      create or replace function order_days_%1$s() returns trigger language plpgsql as $body$
      declare
        zone constant text := business_time_zone();
      begin
        insert into order_days (shop_id, day, status, orders, paid)
          select coalesce(shop_id, 0), (created_at at time zone zone)::date, order_status, sum(sign), sum(sign * paid_total)
          from (%2$s) changed where deleted_at is null
          group by 1, 2, 3 having sum(sign) <> 0 or sum(sign * paid_total) <> 0;
        insert into paid_days (shop_id, day, orders, paid)
          select coalesce(shop_id, 0), (paid_at at time zone zone)::date, sum(sign), sum(sign * paid_total)
          from (%2$s) changed where deleted_at is null and paid_at is not null
          group by 1, 2 having sum(sign) <> 0 or sum(sign * paid_total) <> 0;
        insert into order_hours (shop_id, basis, day, hour, orders)
          select coalesce(shop_id, 0), basis, (moment at time zone zone)::date,
            extract(hour from moment at time zone zone), sum(sign)
          from (%2$s) changed cross join lateral counted_moments(order_status, deleted_at, created_at, paid_at)
          group by 1, 2, 3, 4 having sum(sign) <> 0;%3$s
        insert into commission_days (day, orders, goods, credited)
          select day, sum(sign), sum(sign * goods), sum(sign * credited_amount) from (
            select sign, (credited_at at time zone zone)::date as day, credited_amount,
              goods_of_part(amount, discount, discount_shop_id, shop_id) as goods
            from (%2$s) changed where parent_id is not null and credited_at is not null) credited
          group by 1 having sum(sign) <> 0 or sum(sign * goods) <> 0 or sum(sign * credited_amount) <> 0;
        return null;
      end $body$;
    $function$, kind, kinds ->> kind, case kind when 'update' then of_categories else '' end);
  end loop;
end $make$;

-- A trigger, because placement, edited orders and demo data write lines. One function per kind, as for orders.
do $make$
declare
  kinds constant jsonb := '{
    "insert": {"tables": "new table as added", "rows": "select *, 1 as sign from added"},
    "update": {"tables": "old table as gone new table as added",
      "rows": "select *, 1 as sign from added union all select *, -1 from gone"},
    "delete": {"tables": "old table as gone", "rows": "select *, -1 as sign from gone"}
  }';
  kind text;
begin
  for kind in select jsonb_object_keys(kinds) loop
    execute format($function$
      create function category_days_%1$s() returns trigger language plpgsql as $body$
      declare
        zone constant text := business_time_zone();
      begin
        insert into category_days (shop_id, basis, day, category_id, revenue)
          select scope.id, m.basis, (m.moment at time zone zone)::date, changed.category_id, sum(changed.total)
          from (select order_id, coalesce(category_id, 0) as category_id, sum(sign * total) as total
              from (%2$s) written group by 1, 2 having sum(sign * total) <> 0) changed
            join orders o on o.id = changed.order_id and is_standing(o.order_status)
            cross join lateral counted_moments(o.order_status, o.deleted_at, o.created_at, o.paid_at) m
            cross join lateral (values (o.shop_id), (0)) scope (id)
          group by 1, 2, 3, 4 having sum(changed.total) <> 0;
        return null;
      end $body$;
      create trigger order_lines_categories_%1$s after %1$s on order_lines
        referencing %3$s for each statement execute function category_days_%1$s();
    $function$, kind, kinds -> kind ->> 'rows', kinds -> kind ->> 'tables');
  end loop;
end $make$;

create or replace function rebuild_order_days() returns void language plpgsql as $$
declare
  zone constant text := business_time_zone();
begin
  lock table orders, order_lines in share mode;
  delete from order_days;
  insert into order_days (shop_id, day, status, orders, paid, is_summed)
    select coalesce(shop_id, 0), (created_at at time zone zone)::date, order_status, count(*), sum(paid_total), true
    from orders where deleted_at is null group by 1, 2, 3;
  delete from paid_days;
  insert into paid_days (shop_id, day, orders, paid, is_summed)
    select coalesce(shop_id, 0), (paid_at at time zone zone)::date, count(*), sum(paid_total), true
    from orders where deleted_at is null and paid_at is not null group by 1, 2;
  delete from order_hours;
  insert into order_hours (shop_id, basis, day, hour, orders, is_summed)
    select coalesce(shop_id, 0), basis, (moment at time zone zone)::date, extract(hour from moment at time zone zone),
      count(*), true
    from orders cross join lateral counted_moments(order_status, deleted_at, created_at, paid_at) group by 1, 2, 3, 4;
  delete from category_days;
  insert into category_days (shop_id, basis, day, category_id, revenue, is_summed)
    select scope.id, m.basis, (m.moment at time zone zone)::date, coalesce(l.category_id, 0), sum(l.total), true
    from orders o cross join lateral counted_moments(o.order_status, o.deleted_at, o.created_at, o.paid_at) m
      join order_lines l on l.order_id = o.id cross join lateral (values (o.shop_id), (0)) scope (id)
    where o.parent_id is not null and is_standing(o.order_status) group by 1, 2, 3, 4;
  delete from commission_days;
  insert into commission_days (day, orders, goods, credited)
    select (credited_at at time zone zone)::date, count(*),
      sum(goods_of_part(amount, discount, discount_shop_id, shop_id)), sum(credited_amount)
    from orders where parent_id is not null and credited_at is not null group by 1
    union all select (decided_at at time zone zone)::date, 0, -sum(goods), -sum(vendor_amount)
    from vendor_refunds group by 1;
end $$;

select rebuild_order_days();
