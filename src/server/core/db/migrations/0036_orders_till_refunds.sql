-- online
-- Cash that approved refunds of till sales give back. Without a shift: none that was open had the sum, so the money is
-- still to be handed out, or came from elsewhere. `user_id`: who approved it; for a refund handed out later, the cashier.
create table if not exists till_refunds (
  refund_id bigint primary key references refunds (id),
  shop_id bigint not null references shops (id),
  shift_id bigint references till_shifts (id),
  amount numeric(18, 2) not null check (amount > 0),
  at timestamptz not null,
  user_id bigint references users (id)
);
create index if not exists till_refunds_shift_id on till_refunds (shift_id);
create index if not exists till_refunds_outside on till_refunds (shop_id, at, refund_id) where (shift_id is null);
create index if not exists till_refunds_user_id on till_refunds (user_id);

-- The few orders of which some goods were returned.
drop index concurrently if exists orders_partly_refunded;
create index concurrently orders_partly_refunded on orders (created_at desc, id desc)
  where deleted_at is null and refunded_amount > 0 and order_status <> 'order-refunded';
