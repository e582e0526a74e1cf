-- What a product is like without making variations: its own text for an attribute of its shop.
create table product_characteristics (
  product_id bigint not null references products (id) on delete cascade,
  attribute_id bigint not null references attributes (id),
  value text not null,
  position integer not null default 0,
  primary key (product_id, attribute_id)
);
-- A value may be longer than an index takes: its beginning finds it.
create index product_characteristics_value on product_characteristics
  (attribute_id, left(value_key(value), 100), product_id);

-- Names of characteristics that products of a category and of those below it need to be sold: [{"name": "Состав"}].
alter table categories add column required_characteristics jsonb not null default '[]';

-- Attributes in use, by their values or as characteristics: these cannot be removed.
create or replace view attributes_of_products as
select distinct attribute_values.attribute_id, attribute_value_product.product_id
from attribute_value_product
join attribute_values on attribute_values.id = attribute_value_product.attribute_value_id
union
select attribute_id, product_id from product_characteristics;

-- Names that products of these categories need, by `value_key`: their own and those of the categories above.
create function required_characteristics(category_ids bigint[]) returns table (key text, name text)
language sql stable parallel safe as $$
  with recursive up as (
    select id, parent_id, position, required_characteristics, 1 as steps
      from categories where id = any(category_ids) and deleted_at is null
    union all
    select c.id, c.parent_id, c.position, c.required_characteristics, up.steps + 1
      from up join categories c on c.id = up.parent_id and c.deleted_at is null
  )
  select key, name from (
    select distinct on (value_key(one ->> 'name')) value_key(one ->> 'name') as key, one ->> 'name' as name,
      up.steps, up.id, place
    from up, jsonb_array_elements(up.required_characteristics) with ordinality as r (one, place)
    order by value_key(one ->> 'name'), up.steps desc, up.id, place
  ) found order by steps desc, id, place
$$;
