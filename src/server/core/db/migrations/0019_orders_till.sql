-- CARD: paid by the terminal of the shop itself, whose bank pays the shop.
alter table orders drop constraint orders_payment_gateway_check;
alter table orders add constraint orders_payment_gateway_check
  check (payment_gateway in ('CASH', 'CASH_ON_DELIVERY', 'SBP', 'FULL_WALLET_PAYMENT', 'CARD'));

create or replace function order_fact(shop bigint, status text, payment text, gateway text) returns bigint
  language sql immutable parallel safe as $$
  select shop * 1000 + 100 * array_position('{order-pending,order-processing,order-at-local-facility,order-out-for-delivery,
      order-completed,order-cancelled,order-refunded,order-failed}'::text[], status)
    + 5 * array_position('{payment-pending,payment-processing,payment-success,payment-failed,payment-reversal,
      payment-refunded,payment-cash-on-delivery,payment-cash,payment-wallet,payment-awaiting-for-approval}'::text[], payment)
    + array_position('{CASH,CASH_ON_DELIVERY,SBP,FULL_WALLET_PAYMENT,CARD}'::text[], gateway)
$$;

-- card-kept: like cash-kept, what the terminal of a shop took counts as paid out to the shop.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('order', 'refund', 'withdrawal',
  'withdrawal-return', 'withdrawal-paid', 'adjustment', 'sign-up', 'points', 'cash-kept', 'card-kept'));

-- A cashier's work at the till of a shop, from the cash counted at its beginning to the cash counted at its end.
create table till_shifts (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops (id),
  user_id bigint not null references users (id),
  opened_at timestamptz not null,
  opening_cash numeric(18, 2) not null check (opening_cash >= 0),
  closed_at timestamptz,
  closed_by bigint references users (id),
  -- What should have been in the drawer, and what was.
  expected_cash numeric(18, 2),
  counted_cash numeric(18, 2) check (counted_cash >= 0),
  note text,
  check ((closed_at is null) = (counted_cash is null) and (closed_at is null) = (expected_cash is null))
);
create unique index till_shifts_open_key on till_shifts (shop_id, user_id) where (closed_at is null);
create index till_shifts_shop on till_shifts (shop_id, opened_at desc, id desc);
create index till_shifts_user_id on till_shifts (user_id);
create index till_shifts_closed_by on till_shifts (closed_by);

-- Cash put into the drawer or taken out of it besides sales, such as change from the bank or a return.
create table till_moves (
  id bigint generated always as identity primary key,
  shift_id bigint not null references till_shifts (id),
  at timestamptz not null,
  user_id bigint not null references users (id),
  -- Negative: taken out.
  amount numeric(18, 2) not null check (amount <> 0),
  reason text not null
);
create index till_moves_shift_id on till_moves (shift_id);
create index till_moves_user_id on till_moves (user_id);

-- The shift that a sale at the till belongs to.
alter table orders add column till_shift_id bigint references till_shifts (id);
create index orders_till_shift_id on orders (till_shift_id) where (till_shift_id is not null);
