-- «есть», «>10» and «под заказ» in a column of stock: the shop says once how many pieces each means.
alter table import_values drop constraint import_values_field_check;
alter table import_values add constraint import_values_field_check
  check (field in ('type', 'categories', 'tags', 'manufacturer', 'author', 'status', 'quantity')) not valid;
alter table import_values validate constraint import_values_field_check;
