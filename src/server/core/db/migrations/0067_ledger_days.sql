-- The ledger by day: a page, a total or a statement of an account with millions of lines costs what a small one does.
-- A line knows the business day (design §5) and the kind of its entry; whoever writes it, the trigger copies both.
alter table ledger_lines
  add column day date not null default '-infinity',
  add column kind text not null default '';

alter table ledger_lines disable trigger ledger_lines_immutable;
update ledger_lines l set day = (e.at at time zone 'Europe/Moscow')::date, kind = e.kind
  from ledger_entries e where e.id = l.entry_id;
alter table ledger_lines enable trigger ledger_lines_immutable;

create function ledger_line_facts() returns trigger language plpgsql as $$
begin
  select (at at time zone 'Europe/Moscow')::date, ledger_entries.kind into strict new.day, new.kind
    from ledger_entries where id = new.entry_id;
  return new;
end $$;
create trigger ledger_lines_facts before insert on ledger_lines
  for each row execute function ledger_line_facts();

create index ledger_lines_day on ledger_lines (account_id, day desc, id desc);
create index ledger_lines_kind on ledger_lines (account_id, kind, day desc, id desc);

-- What came onto an account and left it on a day. Who adds a line has locked its account: nobody waits twice.
create table ledger_days (
  account_id bigint not null references ledger_accounts (id),
  day date not null,
  kind text not null,
  income numeric(18, 2) not null default 0,
  outgo numeric(18, 2) not null default 0,
  lines integer not null default 0,
  primary key (account_id, day, kind)
);

create function ledger_days_of_all() returns void language sql as $$
  delete from ledger_days;
  insert into ledger_days (account_id, day, kind, income, outgo, lines)
    select account_id, day, kind, coalesce(sum(amount) filter (where amount > 0), 0),
      coalesce(-sum(amount) filter (where amount < 0), 0), count(*)
    from ledger_lines group by account_id, day, kind;
$$;
select ledger_days_of_all();

create function ledger_days_add() returns trigger language plpgsql as $$
begin
  insert into ledger_days as kept (account_id, day, kind, income, outgo, lines)
    select account_id, day, kind, coalesce(sum(amount) filter (where amount > 0), 0),
      coalesce(-sum(amount) filter (where amount < 0), 0), count(*)
    from added group by account_id, day, kind order by account_id, day, kind
  on conflict (account_id, day, kind) do update set income = kept.income + excluded.income,
    outgo = kept.outgo + excluded.outgo, lines = kept.lines + excluded.lines;
  return null;
end $$;
create trigger ledger_lines_days after insert on ledger_lines
  referencing new table as added for each statement execute function ledger_days_add();

-- What was credited to vendors in a period, for the commission of it.
create index orders_credited on orders (credited_at, shop_id) where credited_at is not null;
create index refunds_decided on refunds (decided_at) where status = 'approved';

-- What approved refunds took back from vendors: the goods of these pieces, without what the shop itself had taken off,
-- and what of them the vendor had been given. Pieces are cut as in contract/orders/money.ts, the last takes what is left.
create view vendor_refunds as
  select r.id as refund_id, r.decided_at, rl.shop_id, sum(goods.kopecks) / 100 as goods,
    sum(rl.vendor_amount) as vendor_amount
  from refunds r
  join refund_lines rl on rl.refund_id = r.id
  join order_lines l on l.id = rl.order_line_id
  join orders o on o.id = l.order_id
  cross join lateral (select 100 * (l.subtotal - case when o.discount_shop_id = l.shop_id then l.discount else 0 end)
    as whole) base
  cross join lateral (select coalesce(sum(other.quantity), 0) as pieces from refund_lines other
    join refunds sooner on sooner.id = other.refund_id and sooner.status = 'approved'
    where other.order_line_id = l.id and (sooner.decided_at, sooner.id) < (r.decided_at, r.id)) before
  cross join lateral (select div(base.whole * (before.pieces + rl.quantity), l.quantity)
    - div(base.whole * before.pieces, l.quantity) as kopecks) goods
  where r.status = 'approved' and r.decided_at is not null and rl.vendor_amount > 0
  group by r.id, r.decided_at, rl.shop_id;
