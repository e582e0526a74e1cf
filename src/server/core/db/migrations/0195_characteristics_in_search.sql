-- Products are found by what they are like, too: «лён» finds what has it in its composition. Compositions are long:
-- the beginning of each counts.
create or replace function index_products(ids bigint[]) returns void language sql set enable_nestloop = on as $$
  insert into product_search (product_id, text, shop_id, status, deleted_at, "values")
  select p.id, search_document(concat_ws(E'\n', p.name, t.names, p.sku, p.barcode, v.numbers, c.said)), p.shop_id, p.status,
    p.deleted_at,
    array(select distinct a.value from attribute_value_product l join attribute_values a on a.id = l.attribute_value_id
      where l.product_id = p.id and a.deleted_at is null order by a.value)
  from products p
    cross join lateral (select string_agg(each.value ->> 'name', E'\n') as names from jsonb_each(p.translations) as each) t
    cross join lateral (select string_agg(concat_ws(E'\n', o.sku, o.barcode), E'\n' order by o.position, o.id) as numbers
      from variation_options o where o.product_id = p.id and o.deleted_at is null) v
    cross join lateral (select left(string_agg(left(value, 100), E'\n' order by position, attribute_id), 500) as said
      from product_characteristics where product_id = p.id) c
  where p.id = any(ids)
  on conflict (product_id) do update set text = excluded.text, shop_id = excluded.shop_id, status = excluded.status,
    deleted_at = excluded.deleted_at, "values" = excluded."values"
    where (product_search.text, product_search.shop_id, product_search.status, product_search.deleted_at, product_search."values")
      is distinct from (excluded.text, excluded.shop_id, excluded.status, excluded.deleted_at, excluded."values")
$$;

create function characteristics_index() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  ids bigint[];
begin
  select array_agg(distinct product_id order by product_id) into ids from written;
  if ids is not null then
    -- Waits for concurrent writers, so that their rows are read.
    perform 1 from products where id = any(ids) order by id for no key update;
    perform index_products(ids);
  end if;
  return null;
end $$;

create trigger characteristics_index_inserted after insert on product_characteristics
  referencing new table as written for each statement execute function characteristics_index();
create trigger characteristics_index_updated after update on product_characteristics
  referencing new table as written for each statement execute function characteristics_index();
create trigger characteristics_index_deleted after delete on product_characteristics
  referencing old table as written for each statement execute function characteristics_index();
