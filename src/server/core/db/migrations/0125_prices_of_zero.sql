-- A discounted price of 0 meant «no discount» in files, and sold the goods for nothing.
alter table products add column is_free boolean not null default false;
-- Goods that were on sale for 0 were free on purpose, as far as anybody can tell.
update products set is_free = true where status in ('publish', 'approved', 'unpublish') and (price = 0
  or exists (select 1 from variation_options v where v.product_id = products.id and v.deleted_at is null and v.price = 0));
update products set sale_price = null where sale_price = 0;
update variation_options set sale_price = null where sale_price = 0;
alter table products drop constraint products_sale_price_check;
alter table products add constraint products_sale_price_check check (sale_price > 0 and sale_price <= price) not valid;
alter table products validate constraint products_sale_price_check;
alter table variation_options drop constraint variation_options_sale_price_check;
alter table variation_options add constraint variation_options_sale_price_check check (sale_price > 0 and sale_price <= price) not valid;
alter table variation_options validate constraint variation_options_sale_price_check;
