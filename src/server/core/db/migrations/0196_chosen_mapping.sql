-- contract
-- What a person chose for columns is in `import_columns` since 0140; nothing has written or read this mark since.
alter table product_imports drop column is_mapping_chosen;
