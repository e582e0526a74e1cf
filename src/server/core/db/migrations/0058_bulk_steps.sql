-- Bulk changes of products go in steps, and touch more than one column: what each row had lies in a table of its own.
create table bulk_operation_rows (
  operation_id bigint not null references bulk_operations (id) on delete cascade,
  product_id bigint not null references products (id) on delete cascade,
  -- The row's version after the change: one that has another has been changed since.
  version integer not null,
  -- {status}, {price, sale_price, variations: [{id, version, price, sale_price}]} or {categories: [id]}
  before jsonb not null,
  primary key (operation_id, product_id)
);
