-- New numbers are drawn oldest order first whatever plan the join gets; a hash of the orders had shuffled them.
create or replace function number_orders(most integer) returns bigint language sql as $$
  with oldest as materialized (
    select id, created_at, to_char(created_at at time zone business_time_zone(), 'YYMM') as month from orders
    where parent_id is null and short_number is null order by created_at, id limit most for update skip locked
  ), placed as materialized (
    select id, created_at, month, row_number() over (partition by month order by created_at, id) as place from oldest
  ), numbers as materialized (
    select id, case when numbered + place <= before then month || '-' || (numbered + place)
      else next_order_number(month) end as short_number
    from (
      select p.id, p.month, p.place, m.numbered, m.placed as before
      from placed p left join order_months m using (month) order by p.created_at, p.id offset 0) in_order
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
