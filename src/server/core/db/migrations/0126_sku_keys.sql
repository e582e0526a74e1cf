-- SKUs are compared without case and white space, as people and other programs write them.
create function sku_key(sku text) returns text language sql immutable parallel safe as $$
  select regexp_replace(lower(sku collate "und-x-icu"), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', '', 'g')
$$;

alter table product_skus add column key text;
-- Two SKUs of a shop that differ by case alone stay: the younger has a key that nothing typed can have, until it is edited.
update product_skus s set key = case when r.place = 1 then sku_key(s.sku) else s.sku || ' ' || r.place end
from (select shop_id, sku, row_number() over (
    partition by shop_id, sku_key(sku) order by product_id, variation_id nulls first) as place from product_skus) r
where r.shop_id = s.shop_id and r.sku = s.sku;
create or replace function sync_product_skus() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  ids bigint[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(n.id) into ids from written n join before o on o.id = n.id
      where o.sku is distinct from n.sku or o.shop_id <> n.shop_id;
    if ids is null then return null; end if;
    delete from product_skus where product_id = any(ids) and variation_id is null;
    insert into product_skus (shop_id, sku, key, product_id)
      select shop_id, sku, sku_key(sku), id from written where id = any(ids) and sku is not null;
  else
    insert into product_skus (shop_id, sku, key, product_id)
      select shop_id, sku, sku_key(sku), id from written where sku is not null;
  end if;
  return null;
end $$;

create or replace function sync_variation_skus() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  ids bigint[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(n.id) into ids from written n join before o on o.id = n.id
      where (o.sku, o.shop_id, o.deleted_at) is distinct from (n.sku, n.shop_id, n.deleted_at);
    if ids is null then return null; end if;
    delete from product_skus where variation_id = any(ids);
    insert into product_skus (shop_id, sku, key, product_id, variation_id)
      select shop_id, sku, sku_key(sku), product_id, id from written where id = any(ids) and deleted_at is null;
  else
    insert into product_skus (shop_id, sku, key, product_id, variation_id)
      select shop_id, sku, sku_key(sku), product_id, id from written where deleted_at is null;
  end if;
  return null;
end $$;

-- After the triggers: whatever the former release writes has a key.
alter table product_skus add constraint product_skus_key_check check (key is not null) not valid;
alter table product_skus validate constraint product_skus_key_check;
