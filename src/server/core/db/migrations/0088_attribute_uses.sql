-- Attributes in use, by their values: these cannot be removed.
create view attributes_of_products as
select distinct attribute_values.attribute_id, attribute_value_product.product_id
from attribute_value_product
join attribute_values on attribute_values.id = attribute_value_product.attribute_value_id;
