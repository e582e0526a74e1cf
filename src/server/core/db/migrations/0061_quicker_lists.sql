-- Categories named by slug or id, and all that lies below them. Not immutable in truth, as stock_threshold (0056): the
-- planner sees the ids, and so knows how many products they have.
create function categories_below(keys text[]) returns bigint[] language sql immutable parallel safe as $$
  with recursive tree (id) as (
    select id from categories where (slug = any(keys) or id::text = any(keys)) and deleted_at is null
    union select c.id from categories c join tree on c.parent_id = tree.id where c.deleted_at is null
  ) select array(select id from tree)
$$;

-- Few shops are closed: whose products are hidden is asked of them.
create index shops_closed on shops (id) where not is_active or deleted_at is not null;

-- What lists ask of products, so that they are counted without looking at the rows.
create index products_counted on products (id)
  include (shop_id, status, product_type, quantity, low_stock_threshold, min_price, max_price, created_at)
  where deleted_at is null;
