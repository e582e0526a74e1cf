-- Searches are counted in their own lines: those tell what else a list mostly asks, and which values a product's
-- variations have, so that the products themselves are not looked at.
alter table product_search
  add column shop_id bigint,
  add column status text,
  add column deleted_at timestamptz,
  add column "values" text[] not null default '{}',
  -- No index holds a status: a line that has room beside it changes there, and the index of words is left alone.
  set (fillfactor = 90);
create index product_search_values on product_search using gin ("values") with (fastupdate = off);

-- Its callers go without nested loops (0060); here each product is looked up.
create or replace function index_products(ids bigint[]) returns void language sql set enable_nestloop = on as $$
  insert into product_search (product_id, text, shop_id, status, deleted_at, "values")
  select p.id, search_text(concat_ws(' ', p.name, t.names, p.sku, p.barcode, v.numbers)), p.shop_id, p.status, p.deleted_at,
    array(select distinct a.value from attribute_value_product l join attribute_values a on a.id = l.attribute_value_id
      where l.product_id = p.id and a.deleted_at is null order by a.value)
  from products p
    cross join lateral (select string_agg(each.value ->> 'name', ' ') as names from jsonb_each(p.translations) as each) t
    cross join lateral (select string_agg(concat_ws(' ', o.sku, o.barcode), ' ' order by o.position, o.id) as numbers
      from variation_options o where o.product_id = p.id and o.deleted_at is null) v
  where p.id = any(ids)
  on conflict (product_id) do update set text = excluded.text, shop_id = excluded.shop_id, status = excluded.status,
    deleted_at = excluded.deleted_at, "values" = excluded."values"
    where (product_search.text, product_search.shop_id, product_search.status, product_search.deleted_at, product_search."values")
      is distinct from (excluded.text, excluded.shop_id, excluded.status, excluded.deleted_at, excluded."values")
$$;

create or replace function products_index() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform index_products(array_agg(n.id)) from written n join before o on o.id = n.id
      where (o.name, o.sku, o.barcode, o.translations, o.shop_id, o.status, o.deleted_at)
        is distinct from (n.name, n.sku, n.barcode, n.translations, n.shop_id, n.status, n.deleted_at)
      having count(*) > 0;
  else
    perform index_products(array_agg(id)) from written having count(*) > 0;
  end if;
  return null;
end $$;

create function product_values_index() returns trigger language plpgsql as $$
begin
  -- Whoever renames one of these is waited for, so that it is read as it is called then.
  perform 1 from attribute_values where id in (select attribute_value_id from written) order by id for share;
  perform 1 from products where id in (select product_id from written) order by id for no key update;
  perform index_products(array_agg(distinct product_id)) from written having count(*) > 0;
  return null;
end $$;
create trigger product_values_inserted after insert on attribute_value_product
  referencing new table as written for each statement execute function product_values_index();
create trigger product_values_deleted after delete on attribute_value_product
  referencing old table as written for each statement execute function product_values_index();

create function attribute_values_index() returns trigger language plpgsql as $$
begin
  perform index_products(array_agg(distinct l.product_id)) from attribute_value_product l
    where l.attribute_value_id in (select n.id from written n join before o on o.id = n.id
      where (o.value, o.deleted_at) is distinct from (n.value, n.deleted_at))
    having count(*) > 0;
  return null;
end $$;
create trigger attribute_values_index_updated after update on attribute_values
  referencing old table as before new table as written for each statement execute function attribute_values_index();

select index_products(array_agg(id)) from products having count(*) > 0;
alter table product_search alter column shop_id set not null, alter column status set not null;
