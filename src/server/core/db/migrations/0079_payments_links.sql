-- Addresses by which whoever has them pays an order, without an account; only the hash of the secret is stored.
create table payment_links (
  secret_hash text primary key,
  order_id bigint not null references orders (id),
  created_by bigint references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index payment_links_order_id on payment_links (order_id);
create index payment_links_created_by on payment_links (created_by) where created_by is not null;
create index payment_links_expires_at on payment_links (expires_at);
