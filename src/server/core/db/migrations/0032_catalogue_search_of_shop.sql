-- online
-- A search in one shop reads that shop's entries; by the text index alone it read those of all shops.
drop index concurrently if exists product_search_shop;
create index concurrently product_search_shop on product_search (shop_id);
