-- Who works on an import now, and from where it was asked for: what is written later is still somebody's doing.
alter table product_imports
  add column worker text,
  add column ip text,
  add column request_id text;

-- `same`: the row is right and changes nothing.
alter table product_import_rows
  drop constraint product_import_rows_state_check,
  add constraint product_import_rows_state_check
    check (state in ('new', 'ready', 'same', 'bad', 'created', 'updated'));
