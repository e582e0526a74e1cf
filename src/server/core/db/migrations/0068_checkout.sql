-- A guest's order that is sent twice is placed once. Who has no account is known by the key and the contact together, of
-- which only the hash stays; the order's secret is made of the nonce and the key, so that the answer can be given again
-- without being kept.
create table guest_order_keys (
  key_hash text primary key,
  request_hash text not null,
  nonce text not null,
  order_id bigint references orders (id),
  created_at timestamptz not null
);
create index guest_order_keys_created_at on guest_order_keys (created_at);

-- The tax and the way of delivery that the settings name: they are not removed (reference rules R-165).
create view classes_in_settings as
select id, (options ->> 'taxClass')::bigint as tax_id, (options ->> 'shippingClass')::bigint as shipping_id
from settings;
