-- online
-- Values that were stored apart keep their rows, and products keep both. The numbers are above all of their group, so that
-- neither index is broken on the way, and nothing is left to number when this runs again.
update attribute_values v set spelling = r.last + r.place
from (select id, last, row_number() over (partition by attribute_id, key order by id) as place
  from (select id, attribute_id, key, max(spelling) over (partition by attribute_id, key) as last,
      row_number() over (partition by attribute_id, key, spelling order by id) as nth
    from (select id, attribute_id, spelling, spelling_key(value) as key from attribute_values where deleted_at is null) own) one
  where nth > 1) r
where r.id = v.id;
drop index concurrently if exists attribute_values_value_key_spelling;
create unique index concurrently attribute_values_value_key_spelling
  on attribute_values (attribute_id, spelling_key(value), spelling) where deleted_at is null;
drop index concurrently if exists product_characteristics_spelling;
create index concurrently product_characteristics_spelling on product_characteristics
  (attribute_id, left(spelling_key(value), 100), product_id);
drop index concurrently if exists attribute_values_key;
drop index concurrently if exists product_characteristics_value;
