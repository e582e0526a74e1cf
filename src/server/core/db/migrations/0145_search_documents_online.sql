-- online
do $$
declare
  last bigint := 0;
  ids bigint[];
begin
  loop
    select array_agg(product_id order by product_id) into ids
      from (select product_id from product_search where product_id > last order by product_id limit 1000) batch;
    exit when ids is null;
    -- Waits for concurrent writers, so that their rows are read.
    perform 1 from products where id = any(ids) order by id for no key update;
    perform index_products(ids);
    last := ids[array_upper(ids, 1)];
    commit;
  end loop;
end $$;
drop index concurrently if exists users_search_document;
create index concurrently users_search_document on users using gin (search_document(name) gin_trgm_ops)
  with (gin_pending_list_limit='256') where deleted_at is null;
drop index concurrently if exists shops_search_document;
create index concurrently shops_search_document on shops using gin (search_document(name) gin_trgm_ops)
  with (gin_pending_list_limit='256') where deleted_at is null;
drop index concurrently if exists categories_search_document;
create index concurrently categories_search_document on categories using gin (search_document(name) gin_trgm_ops)
  with (gin_pending_list_limit='256') where deleted_at is null;
drop index concurrently if exists users_search;
drop index concurrently if exists shops_search;
drop index concurrently if exists categories_search;
