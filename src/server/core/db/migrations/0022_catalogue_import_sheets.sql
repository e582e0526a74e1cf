-- Which sheet of several an import of products has read; null for other files.
alter table product_imports add column sheet_name text;
