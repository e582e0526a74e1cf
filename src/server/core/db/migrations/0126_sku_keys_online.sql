-- online
drop index concurrently if exists product_skus_shop_key;
create unique index concurrently product_skus_shop_key on product_skus (shop_id, key);
drop index concurrently if exists product_skus_key;
create index concurrently product_skus_key on product_skus (key);
