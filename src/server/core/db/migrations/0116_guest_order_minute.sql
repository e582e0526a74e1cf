-- A repeated order without a key answers the first one for a minute: the row says when it stops doing so (rules/orders).
alter table guest_order_keys add column until timestamptz;
