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

-- Orders per business day of their payment and shop, for dashboards: like order_days, written by appending.
create table paid_days (
  -- 0: whole orders; otherwise the parts of a shop.
  shop_id bigint not null,
  day date not null,
  orders integer not null,
  paid numeric(18, 2) not null,
  -- False: appended since the last sum.
  is_summed boolean not null default false
);
create index paid_days_day on paid_days (shop_id, day) include (orders, paid);
create index paid_days_added on paid_days (shop_id, day) where not is_summed;

create index orders_whole_paid on orders (paid_at desc, id desc)
  where parent_id is null and deleted_at is null and paid_at is not null;
create index orders_parts_paid on orders (shop_id, paid_at desc, id desc)
  where parent_id is not null and deleted_at is null and paid_at is not null;

create or replace function order_days_add() returns trigger language plpgsql as $$
declare
  zone constant text := business_time_zone();
  rows constant text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select *, 1 as sign from added' end,
    case when tg_op <> 'INSERT' then 'select *, -1 as sign from gone' end);
begin
  execute 'insert into order_days (shop_id, day, status, orders, paid)
    select coalesce(shop_id, 0), (created_at at time zone $1)::date, order_status, sum(sign), sum(sign * paid_total)
    from (' || rows || ') changed where deleted_at is null
    group by 1, 2, 3 having sum(sign) <> 0 or sum(sign * paid_total) <> 0' using zone;
  execute 'insert into paid_days (shop_id, day, orders, paid)
    select coalesce(shop_id, 0), (paid_at at time zone $1)::date, sum(sign), sum(sign * paid_total)
    from (' || rows || ') changed where deleted_at is null and paid_at is not null
    group by 1, 2 having sum(sign) <> 0 or sum(sign * paid_total) <> 0' using zone;
  execute 'insert into commission_days (day, orders, goods, credited)
    select day, sum(sign), sum(sign * goods), sum(sign * credited_amount) from (
      select sign, (credited_at at time zone $1)::date as day, credited_amount,
        goods_of_part(amount, discount, discount_shop_id, shop_id) as goods
      from (' || rows || ') changed where parent_id is not null and credited_at is not null) credited
    group by 1 having sum(sign) <> 0 or sum(sign * goods) <> 0 or sum(sign * credited_amount) <> 0' using zone;
  return null;
end $$;

create or replace function order_days_of_all() returns void language sql as $$
  delete from order_days;
  insert into order_days (shop_id, day, status, orders, paid, is_summed)
    select coalesce(shop_id, 0), (created_at at time zone zone)::date, order_status, count(*), sum(paid_total), true
    from orders, business_time_zone() zone where deleted_at is null group by 1, 2, 3;
  delete from paid_days;
  insert into paid_days (shop_id, day, orders, paid, is_summed)
    select coalesce(shop_id, 0), (paid_at at time zone zone)::date, count(*), sum(paid_total), true
    from orders, business_time_zone() zone where deleted_at is null and paid_at is not null group by 1, 2;
  delete from commission_days;
  insert into commission_days (day, orders, goods, credited)
    select (credited_at at time zone zone)::date, count(*),
      sum(goods_of_part(amount, discount, discount_shop_id, shop_id)), sum(credited_amount)
    from orders, business_time_zone() zone where parent_id is not null and credited_at is not null group by 1
    union all select (decided_at at time zone zone)::date, 0, -sum(goods), -sum(vendor_amount)
    from vendor_refunds, business_time_zone() zone group by 1;
$$;

-- Orders that were paid before this migration.
insert into paid_days (shop_id, day, orders, paid, is_summed)
  select coalesce(shop_id, 0), (paid_at at time zone zone)::date, count(*), sum(paid_total), true
  from orders, business_time_zone() zone where deleted_at is null and paid_at is not null group by 1, 2;
