-- Whether a file is sold is asked of every upload that is read.
create index attachments_path on attachments (path);
create index products_digital_file_id on products (digital_file_id) where digital_file_id is not null;
create index variation_options_digital_file_id on variation_options (digital_file_id)
  where digital_file_id is not null;

-- A plan that was made for one row must not meet two thousand.
alter function products_index() set enable_nestloop = off;
alter function variations_index() set enable_nestloop = off;
