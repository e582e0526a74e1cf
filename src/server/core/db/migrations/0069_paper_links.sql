-- Links that an invoice or a list of orders is fetched by: once, within ten minutes, only what was asked for (reference
-- rules S-19). Only the hash of a link's secret is kept.
create table paper_links (
  secret_hash text primary key,
  kind text not null check (kind in ('invoice', 'orders')),
  -- Of an invoice.
  order_id bigint references orders (id),
  -- Of a shop's orders; null: all whole orders.
  shop_id bigint references shops (id),
  user_id bigint not null references users (id) on delete cascade,
  language text not null,
  -- Words of the client for the invoice's labels.
  labels jsonb not null default '{}',
  expires_at timestamptz not null,
  used_at timestamptz
);
create index paper_links_expires_at on paper_links (expires_at);
