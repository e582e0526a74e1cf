-- Values that differ by case, ё or white space are one. Those that were stored apart before keep their place until edited.
alter table attribute_values add column spelling smallint not null default 1;
update attribute_values v set spelling = r.place
from (select id, row_number() over (partition by attribute_id, value_key(value) order by id) as place
  from attribute_values where deleted_at is null) r
where r.id = v.id and r.place > 1;
