-- online
drop index concurrently if exists attribute_values_key;
create index concurrently attribute_values_key on attribute_values (attribute_id, value_key(value))
  where deleted_at is null;
