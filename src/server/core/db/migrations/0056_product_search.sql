create extension if not exists pg_trgm;

-- What the search box looks through, one line for each product: its names in all languages, its numbers and those of its
-- variations. Apart from the products, so that a price or a quantity that changes does not touch this index.
create table product_search (
  product_id bigint primary key references products (id) on delete cascade,
  -- Lower case, е for ё, a blank before each word.
  text text not null
);
create index product_search_text on product_search using gin (text gin_trgm_ops)
  -- Every search reads what is pending one by one: little of it is kept.
  with (gin_pending_list_limit = 256);

-- services/product-search.ts does the same to what is looked for.
create function search_text(written text) returns text language sql immutable parallel safe as $$
  select ' ' || translate(lower(written collate "und-x-icu"), 'ё«»„“”"()[]{},;:!?', 'е                ')
$$;

create function index_products(ids bigint[]) returns void language sql as $$
  insert into product_search (product_id, text)
  select p.id, search_text(concat_ws(' ', p.name, t.names, p.sku, p.barcode, v.numbers))
  from products p
    cross join lateral (select string_agg(each.value ->> 'name', ' ') as names from jsonb_each(p.translations) as each) t
    cross join lateral (select string_agg(concat_ws(' ', o.sku, o.barcode), ' ' order by o.position, o.id) as numbers
      from variation_options o where o.product_id = p.id and o.deleted_at is null) v
  where p.id = any(ids)
  on conflict (product_id) do update set text = excluded.text where product_search.text <> excluded.text
$$;

create function products_index() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform index_products(array_agg(n.id)) from written n join before o on o.id = n.id
      where (o.name, o.sku, o.barcode, o.translations) is distinct from (n.name, n.sku, n.barcode, n.translations)
      having count(*) > 0;
  else
    perform index_products(array_agg(id)) from written having count(*) > 0;
  end if;
  return null;
end $$;
create trigger products_index_inserted after insert on products
  referencing new table as written for each statement execute function products_index();
create trigger products_index_updated after update on products
  referencing old table as before new table as written for each statement execute function products_index();

create function variations_index() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct n.product_id order by n.product_id) into ids from written n join before o on o.id = n.id
      where (o.sku, o.barcode, o.deleted_at) is distinct from (n.sku, n.barcode, n.deleted_at);
  else
    select array_agg(distinct product_id order by product_id) into ids from written;
  end if;
  if ids is not null then
    -- Whoever else writes variations of these is waited for, so that theirs are read, too.
    perform 1 from products where id = any(ids) order by id for no key update;
    perform index_products(ids);
  end if;
  return null;
end $$;
create trigger variations_index_inserted after insert on variation_options
  referencing new table as written for each statement execute function variations_index();
create trigger variations_index_updated after update on variation_options
  referencing old table as before new table as written for each statement execute function variations_index();

select index_products(array_agg(id)) from products having count(*) > 0;

-- Lists are sorted by the lowest price, which a simple product has, too.
drop index products_price;
create index products_min_price on products (min_price, id) where deleted_at is null;
-- What costs something between two prices, however far the cheapest and the dearest variation lie apart. Not partial:
-- from it the planner learns how many there are.
create index products_prices on products using gist (numrange(min_price, max_price, '[]'));
create index products_sold_quantity on products (sold_quantity, id) where deleted_at is null;
create index products_sku on products (sku collate "und-x-icu", id) where deleted_at is null;
create index products_updated_at on products (updated_at, id) where deleted_at is null;
create index products_product_type on products (product_type, created_at desc, id desc) where deleted_at is null;
drop index products_author_id;
create index products_author_id on products (author_id, created_at desc, id desc) where author_id is not null;
drop index products_manufacturer_id;
create index products_manufacturer_id on products (manufacturer_id, created_at desc, id desc)
  where manufacturer_id is not null;
create index product_skus_sku on product_skus (sku);
-- What a variable product is summed up from whenever one of its variations is written: removed ones, too.
create index variation_options_all on variation_options (product_id);
create index attribute_values_value on attribute_values (value) where deleted_at is null;

-- What of a product is above its own threshold. The planner learns from this index how many are below it, which it does
-- not from a partial one.
create index products_above_own on products ((quantity - low_stock_threshold));
-- The settings' threshold. Not immutable in truth, but no statement of ours is planned once and run later, nor does an
-- index hold it; so the planner sees the number, and a list is not asked for it row by row.
create function stock_threshold(otherwise integer) returns integer language sql immutable parallel safe as $$
  select coalesce((select (options ->> 'lowStockThreshold')::integer from settings), otherwise)
$$;
