-- online
do $$
declare
  last bigint := 0;
  ids bigint[];
begin
  loop
    select array_agg(product_id order by product_id) into ids from
      (select distinct product_id from product_characteristics where product_id > last order by product_id limit 1000) batch;
    exit when ids is null;
    -- Waits for concurrent writers, so that their rows are read.
    perform 1 from products where id = any(ids) order by id for no key update;
    perform index_products(ids);
    last := ids[array_upper(ids, 1)];
    commit;
  end loop;
end $$;
