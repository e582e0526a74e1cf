alter table products
  -- Centimetres.
  alter column height type numeric(8, 2) using nullif(height, '')::numeric,
  alter column width type numeric(8, 2) using nullif(width, '')::numeric,
  alter column length type numeric(8, 2) using nullif(length, '')::numeric,
  add constraint products_height_check check (height > 0),
  add constraint products_width_check check (width > 0),
  add constraint products_length_check check (length > 0),
  -- EAN-8, UPC-A, EAN-13 or GTIN-14 with its check digit.
  add column barcode text,
  -- [{url}]
  add column video jsonb not null default '[]',
  add column external_product_url text,
  add column external_product_button_text text,
  add column preview_url text,
  -- Never linked to: whoever may have it is asked first.
  add column digital_file_id bigint references attachments (id),
  -- Rate of VAT, for receipts (reference russia §3.7).
  add column vat_rate text constraint products_vat_rate_check check (vat_rate in ('none', '0', '5', '7', '10', '22')),
  add column requires_marking boolean not null default false,
  add column delivery_class_id bigint references delivery_classes (id),
  add column box_id bigint references boxes (id),
  -- Fewer than this is low; null: what the settings say.
  add column low_stock_threshold integer constraint products_low_stock_threshold_check check (low_stock_threshold >= 0),
  -- {metaTitle, metaDescription, ogTitle, ogDescription, ogImage, canonicalUrl}
  add column seo jsonb not null default '{}',
  add constraint products_kind_check check (not (is_digital and is_external)),
  add constraint products_whose unique (id, shop_id);

create index products_delivery_class_id on products (delivery_class_id) where delivery_class_id is not null;
create index products_box_id on products (box_id) where box_id is not null;

-- A simple product costs what it costs: whoever reads a range of prices finds it there.
create function products_range_follows_price() returns trigger language plpgsql as $$
begin
  if new.product_type = 'simple' then
    new.min_price := new.price;
    new.max_price := new.price;
  end if;
  return new;
end $$;
create trigger products_range before insert or update of price, product_type on products
  for each row execute function products_range_follows_price();
