-- Money that came for an order in another sum than was asked for: on the whole order, until an administrator decides.
alter table orders add column awaiting_amount numeric(18, 2)
  constraint orders_awaiting_amount_check check (awaiting_amount > 0);
