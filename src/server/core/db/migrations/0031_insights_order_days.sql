-- One function per kind of change instead of one that builds its statements: PL/pgSQL keeps the plans of written
-- statements, so an order's update takes 0.9 ms instead of 2.0. They differ only in the rows that they read.
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
      create function order_days_%1$s() returns trigger language plpgsql as $body$
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
        insert into commission_days (day, orders, goods, credited)
          select day, sum(sign), sum(sign * goods), sum(sign * credited_amount) from (
            select sign, (credited_at at time zone zone)::date as day, credited_amount,
              goods_of_part(amount, discount, discount_shop_id, shop_id) as goods
            from (%2$s) changed where parent_id is not null and credited_at is not null) credited
          group by 1 having sum(sign) <> 0 or sum(sign * goods) <> 0 or sum(sign * credited_amount) <> 0;
        return null;
      end $body$;
      drop trigger orders_days_%1$s on orders;
      create trigger orders_days_%1$s after %1$s on orders
        referencing %3$s for each statement execute function order_days_%1$s();
    $function$, kind, kinds -> kind ->> 'rows', kinds -> kind ->> 'tables');
  end loop;
end $make$;
-- contract: nothing but the triggers above called it.
drop function order_days_add();
