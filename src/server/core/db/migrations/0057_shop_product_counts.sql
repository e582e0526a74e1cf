-- How many products a shop has, those in the trash left out: kept, so that a list of shops is sorted by it at once.
alter table shops add column products_count integer not null default 0;
update shops s set products_count = p.count
  from (select shop_id, count(*) from products where deleted_at is null group by shop_id) p where p.shop_id = s.id;
create index shops_products_count on shops (products_count, id) where deleted_at is null;

-- Once for each statement. The shops are locked in the order of their ids, so that two of these wait and do not deadlock.
create function shops_count_products() returns trigger language plpgsql as $$
declare
  moved jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_object_agg(shop_id, count) into moved from
      (select shop_id, count(*) from written where deleted_at is null group by shop_id) one;
  elsif tg_op = 'DELETE' then
    select jsonb_object_agg(shop_id, -count) into moved from
      (select shop_id, count(*) from before where deleted_at is null group by shop_id) one;
  else
    select jsonb_object_agg(shop_id, moves) filter (where moves <> 0) into moved from (
      select shop_id, sum(move) as moves from (
        select shop_id, 1 as move from written where deleted_at is null
        union all select shop_id, -1 from before where deleted_at is null
      ) each group by shop_id
    ) one;
  end if;
  if moved is not null then
    perform 1 from shops where id in (select key::bigint from jsonb_each(moved)) order by id for no key update;
    update shops s set products_count = s.products_count + m.value::integer
      from jsonb_each_text(moved) m where s.id = m.key::bigint;
  end if;
  return null;
end $$;
create trigger products_counted_inserted after insert on products
  referencing new table as written for each statement execute function shops_count_products();
create trigger products_counted_updated after update on products
  referencing old table as before new table as written for each statement execute function shops_count_products();
create trigger products_counted_deleted after delete on products
  referencing old table as before for each statement execute function shops_count_products();
