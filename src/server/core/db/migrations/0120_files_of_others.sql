-- How a file was read, and whether a person chose its columns: only such a choice is remembered, for files of its shape.
alter table product_imports add column reading jsonb not null default '{}';
alter table product_imports add column is_mapping_chosen boolean not null default false;

-- What the reader found odd: by column, or `row`.
alter table product_import_rows add column odd jsonb;
