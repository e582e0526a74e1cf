-- online
-- Short numbers of orders: year and month, then a running number of the month. A part has the number of its whole order.
alter table orders add column if not exists short_number text;
-- One sequence for all months, so that orders placed at the same time never wait for each other's row.
create sequence if not exists order_numbers;
create table if not exists order_months (
  -- YYMM in the business time zone.
  month text primary key check (month ~ '^\d{4}$'),
  -- Added to a value of the sequence, gives the number within the month. Written once, by the first order of the month.
  ahead bigint not null,
  -- Orders from before the numbers, and how many of them have got theirs.
  placed bigint not null default 0,
  numbered bigint not null default 0 check (numbered <= placed)
);
drop index concurrently if exists orders_short_number_key;
create unique index concurrently orders_short_number_key on orders (short_number, coalesce(shop_id, 0))
  where short_number is not null;
-- Those that the job still has to number; empty afterwards.
drop index concurrently if exists orders_unnumbered;
create index concurrently orders_unnumbered on orders (created_at, id)
  where parent_id is null and short_number is null;

-- A value drawn before the first order of the month is drawn again: it would be a number of zero or less.
create or replace function next_order_number(of_month text) returns text language plpgsql as $$
declare
  drawn bigint;
  first bigint;
begin
  loop
    drawn := nextval('order_numbers');
    select ahead into first from order_months where month = of_month;
    if not found then
      insert into order_months (month, ahead) values (of_month, 1 - drawn) on conflict do nothing;
      select ahead into first from order_months where month = of_month;
    end if;
    exit when drawn + first > 0;
  end loop;
  return of_month || '-' || (drawn + first);
end $$;

-- Numbers the oldest whole orders that have none, with their parts, and returns how many rows that were. `placed` keeps the
-- numbers of those from before; an order of a process of the version before, which came later, gets the next one.
create or replace function number_orders(most integer) returns bigint language sql as $$
  with oldest as materialized (
    select id, created_at, to_char(created_at at time zone business_time_zone(), 'YYMM') as month from orders
    where parent_id is null and short_number is null order by created_at, id limit most for update skip locked
  ), placed as materialized (
    select id, month, row_number() over (partition by month order by created_at, id) as place from oldest
    order by created_at, id
  ), numbers as materialized (
    select p.id, case when m.numbered + p.place <= m.placed then p.month || '-' || (m.numbered + p.place)
      else next_order_number(p.month) end as short_number
    from placed p left join order_months m using (month)
  ), counted as (
    update order_months m set numbered = least(m.placed, m.numbered + c.count)
    from (select month, count(*) as count from placed group by month) c where c.month = m.month
  ), written as (
    update orders o set short_number = n.short_number from (
        select id, short_number from numbers
        union all select part.id, n.short_number from numbers n join orders part on part.parent_id = n.id) n
    where o.id = n.id returning o.id
  )
  select count(*) from written
$$;

insert into order_months (month, ahead, placed)
  select to_char(created_at at time zone zone, 'YYMM'), count(*), count(*)
  from orders, (select business_time_zone() as zone offset 0) business
  where parent_id is null and short_number is null group by 1
  on conflict do nothing;
