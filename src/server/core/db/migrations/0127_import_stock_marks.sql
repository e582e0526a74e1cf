-- What files have said of the stock that an export saw: its differences count once, however often the file comes back.
create table import_stock_marks (
  product_id bigint not null references products (id) on delete cascade,
  variation_id bigint references variation_options (id) on delete cascade,
  exported_at timestamptz not null,
  quantity integer not null,
  constraint import_stock_marks_row unique nulls not distinct (product_id, variation_id, exported_at)
);
create index import_stock_marks_variation on import_stock_marks (variation_id) where variation_id is not null;
