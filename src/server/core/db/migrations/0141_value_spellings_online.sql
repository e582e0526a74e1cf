-- online
drop index concurrently if exists attribute_values_value_spelling_key;
create unique index concurrently attribute_values_value_spelling_key
  on attribute_values (attribute_id, value_key(value), spelling) where deleted_at is null;
