-- Money that one person moved alone in the last day: sums in pieces count together (rules/settings: pieces count together).
create table moved_alone (
  id bigint generated always as identity primary key,
  -- Which sum of the rules it is below.
  sum_of text not null check (sum_of in ('payouts', 'refunds')),
  amount numeric(18, 2) not null,
  at timestamptz not null,
  giver_id bigint,
  customer_id bigint,
  order_id bigint,
  shop_id bigint
);
create index moved_alone_giver on moved_alone (giver_id, at) where giver_id is not null;
create index moved_alone_customer on moved_alone (customer_id, at) where customer_id is not null;
create index moved_alone_order on moved_alone (order_id, at) where order_id is not null;
create index moved_alone_shop on moved_alone (shop_id, at) where shop_id is not null;
create index moved_alone_at on moved_alone (at);
