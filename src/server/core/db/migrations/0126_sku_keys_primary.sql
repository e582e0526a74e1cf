-- A shop's SKUs are told apart by their keys.
alter table product_skus drop constraint product_skus_pkey,
  add constraint product_skus_pkey primary key using index product_skus_shop_key;
drop index product_skus_sku;
