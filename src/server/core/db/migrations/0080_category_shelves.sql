-- How many products each category has in each shop, those in the bin left out, and how many pieces of them were sold: a
-- marketplace has more of these pairs than products, and dashboards show the greatest. Whoever writes adds lines and waits
-- for nobody; housekeeping sums them up.
create table category_shelves (
  category_id bigint not null,
  shop_id bigint not null,
  products integer not null,
  sold integer not null,
  -- False: added since the last time that lines were summed up.
  is_summed boolean not null default false
);
create index category_shelves_pair on category_shelves (category_id, shop_id);
create index category_shelves_shop on category_shelves (shop_id);
create index category_shelves_added on category_shelves (category_id, shop_id) where not is_summed;
create index category_shelves_products on category_shelves (products desc, category_id, shop_id) where is_summed;
create index category_shelves_sold on category_shelves (sold desc, category_id, shop_id) where is_summed;

insert into category_shelves (category_id, shop_id, products, sold, is_summed)
  select l.category_id, p.shop_id, count(*), sum(p.sold_quantity), true
  from category_product l join products p on p.id = l.product_id where p.deleted_at is null group by 1, 2;

-- A product is filed under a category, or taken out of it.
create function category_shelves_file() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into category_shelves (category_id, shop_id, products, sold)
      select l.category_id, p.shop_id, count(*), sum(p.sold_quantity)
      from added l join products p on p.id = l.product_id where p.deleted_at is null group by 1, 2;
  end if;
  if tg_op <> 'INSERT' then
    insert into category_shelves (category_id, shop_id, products, sold)
      select l.category_id, p.shop_id, -count(*), -sum(p.sold_quantity)
      from gone l join products p on p.id = l.product_id where p.deleted_at is null group by 1, 2;
  end if;
  return null;
end $$;
create trigger category_product_shelves_insert after insert on category_product
  referencing new table as added for each statement execute function category_shelves_file();
create trigger category_product_shelves_update after update on category_product
  referencing old table as gone new table as added for each statement execute function category_shelves_file();
create trigger category_product_shelves_delete after delete on category_product
  referencing old table as gone for each statement execute function category_shelves_file();

-- It is sold, comes back, goes to the bin or comes out of it, or changes its shop.
create function category_shelves_move() returns trigger language plpgsql as $$
begin
  insert into category_shelves (category_id, shop_id, products, sold)
    select l.category_id, moved.shop_id, sum(moved.products), sum(moved.sold) from (
      select id, shop_id, sum(products) as products, sum(sold) as sold from (
        select id, shop_id, 1 as products, sold_quantity as sold from added where deleted_at is null
        union all select id, shop_id, -1, -sold_quantity from gone where deleted_at is null
      ) each group by id, shop_id having sum(products) <> 0 or sum(sold) <> 0
    ) moved join category_product l on l.product_id = moved.id
    group by 1, 2 having sum(moved.products) <> 0 or sum(moved.sold) <> 0;
  return null;
end $$;
create trigger products_shelves_update after update on products
  referencing old table as gone new table as added for each statement execute function category_shelves_move();

-- Before: its categories go with it.
create function category_shelves_drop() returns trigger language plpgsql as $$
begin
  insert into category_shelves (category_id, shop_id, products, sold)
    select category_id, old.shop_id, -1, -old.sold_quantity from category_product
    where product_id = old.id and old.deleted_at is null;
  return old;
end $$;
create trigger products_shelves_delete before delete on products
  for each row execute function category_shelves_drop();
