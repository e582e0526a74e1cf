-- Changes of placed orders that their customers are asked about.
create table order_changes (
  id bigint generated always as identity primary key,
  -- The whole order.
  root_id bigint not null references orders (id) on delete cascade,
  -- The order or part that is to change.
  order_id bigint not null references orders (id) on delete cascade,
  -- The secret that the customer reads the question by.
  token_hash text not null unique,
  -- `accepted`: waits for the payment of the difference.
  state text not null default 'asked'
    check (state in ('asked', 'accepted', 'applied', 'declined', 'expired', 'withdrawn')),
  -- Quantities, added goods, address and contact as asked, and what the order was then.
  change jsonb not null,
  -- Pieces that are held for it: product, variation and quantity.
  held jsonb not null default '[]',
  total_before numeric(18, 2) not null,
  total numeric(18, 2) not null,
  until timestamptz not null,
  asked_by bigint references users (id),
  created_at timestamptz not null,
  ended_at timestamptz
);
create index order_changes_order_id on order_changes (order_id);
create index order_changes_asked_by on order_changes (asked_by) where asked_by is not null;
create index order_changes_root_id on order_changes (root_id, id);
create unique index order_changes_open_key on order_changes (root_id) where state in ('asked', 'accepted');
create index order_changes_until on order_changes (until) where state in ('asked', 'accepted');

-- The change whose difference it pays; null for the order itself.
alter table payment_intents add column change_id bigint;
alter table payment_intents add constraint payment_intents_change_id_fkey foreign key (change_id)
  references order_changes (id) not valid;
alter table payment_intents validate constraint payment_intents_change_id_fkey;

alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check check (kind in ('placed', 'status', 'payment',
  'delivery-date', 'lines', 'refund', 'parcel', 'note', 'address', 'contact', 'change')) not valid;
alter table order_events validate constraint order_events_kind_check;
