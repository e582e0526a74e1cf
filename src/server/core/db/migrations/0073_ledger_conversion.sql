-- Posts the past over to the new accounts. Lines of shops and wallets stay as they are; those of the former counter
-- accounts change their account, and lines that complete an entry are added. Raises an exception, and so changes
-- nothing, unless every shop, wallet and day has what it had, every entry sums to zero, and both counter accounts are
-- exactly shared out.
do $$
declare
  own_funds numeric;
  outside numeric;
  differing bigint;
  clearing bigint;
  desk bigint;
begin
  if not exists (select from ledger_accounts where kind in ('platform', 'outside', 'points')) then
    return;
  end if;
  -- A million orders are sorted and joined in memory.
  perform set_config('work_mem', '128MB', true);
  lock table ledger_lines, ledger_days in share row exclusive mode;
  alter table ledger_lines disable trigger user;

  create temp table kept_before on commit drop as
    select a.id, a.kind, a.balance, l.lines, l.amount, l.hash, d.hash as days
    from ledger_accounts a
    left join (select account_id, count(*) as lines, sum(amount) as amount,
        sum(hashtextextended(concat_ws(' ', id, entry_id, amount, balance, day, kind), 0)::numeric) as hash
      from ledger_lines group by 1) l on l.account_id = a.id
    left join (select account_id, sum(hashtextextended(concat_ws(' ', day, kind, income, outgo, lines), 0)::numeric)
        as hash from ledger_days group by 1) d on d.account_id = a.id
    where a.kind in ('shop', 'shop_on_hold', 'shop_paid_out', 'wallet');
  select coalesce(sum(amount) filter (where a.kind = 'platform'), 0),
      coalesce(sum(amount) filter (where a.kind = 'outside'), 0) into own_funds, outside
    from ledger_lines l join ledger_accounts a on a.id = l.account_id where a.kind in ('platform', 'outside');

  -- Both counter accounts become the account that most of their lines belong to.
  update ledger_accounts set kind = 'buyer_prepayment', balance = 0 where kind = 'platform';
  update ledger_accounts set kind = 'provider_clearing', provider = 'manual', balance = 0 where kind = 'outside';
  update ledger_accounts set balance = 0 where kind = 'points';
  insert into ledger_accounts (kind) select unnest(array['buyer_prepayment', 'suspense', 'bank', 'cash_desk',
    'commission', 'delivery', 'sales_tax', 'platform_discount', 'points_worth', 'adjustment', 'paid_out_total'])
    on conflict on constraint ledger_accounts_key do nothing;
  insert into ledger_accounts (kind, provider) values ('provider_clearing', 'manual')
    on conflict on constraint ledger_accounts_key do nothing;
  insert into ledger_accounts (kind, shop_id) select 'shop_cash', shop_id from ledger_accounts where kind = 'shop'
    on conflict on constraint ledger_accounts_key do nothing;
  insert into ledger_accounts (kind, shop_id) select 'shop_cash', shop_id from ledger_accounts where kind = 'shop_paid_out'
    on conflict on constraint ledger_accounts_key do nothing;
  select id into clearing from ledger_accounts where kind = 'provider_clearing';
  select id into desk from ledger_accounts where kind = 'cash_desk';

  -- Orders that were to be paid in cash at last, and were paid by a former link.
  create temp table paid_online on commit drop as
    select distinct i.order_id from payment_intents i join payment_events p on p.intent_id = i.id and p.status = 'success';

  -- Money that was paid on handover: in a shop's hands when the shop kept it, else in those of the marketplace.
  update ledger_lines l set account_id = coalesce(drawer.id, desk)
    from ledger_entries e
    join orders o on o.id = e.row_id and o.payment_gateway in ('CASH', 'CASH_ON_DELIVERY', 'CARD')
    left join ledger_accounts drawer on drawer.kind = 'shop_cash' and drawer.shop_id = case
      when o.parent_id is not null and o.credited_at is not null
        and case when o.cash_held_by is null then o.at_till else o.cash_held_by = 'shop' end then o.shop_id end
    where e.family = 'orders' and l.entry_id = e.id and l.account_id = clearing
      and not exists (select from paid_online p where p.order_id = o.id);
  update ledger_lines l set account_id = desk
    from ledger_entries e
    join refunds r on r.id = e.row_id
    join orders o on o.id = r.order_id and o.payment_gateway in ('CASH', 'CASH_ON_DELIVERY', 'CARD')
    where e.family = 'refunds' and l.entry_id = e.id and l.account_id = clearing
      and not exists (select from paid_online p where p.order_id = o.id);
  update ledger_lines l set account_id = (select id from ledger_accounts where kind = 'adjustment')
    where l.kind = 'adjustment' and l.account_id = (select id from ledger_accounts where kind = 'buyer_prepayment');

  create temp table completing (entry_id bigint, kind text, shop_id bigint, amount numeric) on commit drop;

  -- What a completed part brought in besides the shop's share, taken from the prepayment.
  with credited as (
    select distinct on (part.id) l.entry_id, l.amount as share, part.*
    from ledger_lines l
    join ledger_accounts a on a.id = l.account_id and a.kind = 'shop'
    join ledger_entries e on e.id = l.entry_id and e.family = 'orders'
    join orders o on o.id = e.row_id
    left join orders own on own.parent_id = o.id and own.shop_id = a.shop_id
    join orders part on part.id = coalesce(own.id, o.id) and part.shop_id = a.shop_id and part.credited_at is not null
    where l.kind = 'order'
    order by part.id, l.id)
  insert into completing (entry_id, kind, amount)
  select entry_id, line.kind, line.amount
  from credited
  cross join lateral (values
    ('commission', goods_of_part(amount, discount, discount_shop_id, shop_id) - share),
    ('delivery', delivery_fee),
    ('sales_tax', sales_tax),
    ('platform_discount', case when discount_shop_id is distinct from shop_id then -discount else 0 end),
    ('points_worth', -wallet_amount)) line (kind, amount)
  where line.amount <> 0;

  -- The same for refunds. Rounds like `vendor_refunds`: the last piece takes the remainder.
  with settled as (
    select distinct on (r.id) l.entry_id, r.id, r.kind, r.method, r.amount, r.wallet_amount
    from ledger_entries e join ledger_lines l on l.entry_id = e.id join refunds r on r.id = e.row_id
    where e.family = 'refunds' and e.kind in ('refund', 'refund-delivery', 'goodwill') and r.origin <> 'cancellation'
    order by r.id, l.id),
  pieces as (
    select r.id, rl.amount, rl.vendor_amount, goods.net, goods.base, goods.tax, o.discount_shop_id is distinct from
      o.shop_id and l.discount > 0 as is_shared
    from settled s join refunds r on r.id = s.id and r.kind = 'goods'
    join refund_lines rl on rl.refund_id = r.id
    join order_lines l on l.id = rl.order_line_id
    join orders o on o.id = l.order_id and o.credited_at is not null
    cross join lateral (select coalesce(sum(other.quantity), 0) as pieces from refund_lines other
      join refunds sooner on sooner.id = other.refund_id and sooner.status = 'approved'
      where other.order_line_id = l.id and (sooner.decided_at, sooner.id) < (r.decided_at, r.id)) before
    cross join lateral (select
      (div(100 * (l.total - l.delivery) * (before.pieces + rl.quantity), l.quantity)
        - div(100 * (l.total - l.delivery) * before.pieces, l.quantity)) / 100 as net,
      (div(100 * goods_of_part(l.subtotal, l.discount, o.discount_shop_id, l.shop_id) * (before.pieces + rl.quantity),
        l.quantity) - div(100 * goods_of_part(l.subtotal, l.discount, o.discount_shop_id, l.shop_id) * before.pieces,
        l.quantity)) / 100 as base,
      (div(100 * l.tax * (before.pieces + rl.quantity), l.quantity)
        - div(100 * l.tax * before.pieces, l.quantity)) / 100 as tax) goods
    where l.quantity > 0),
  sums as (
    select id, sum(vendor_amount - base) as commission, sum(net - amount) as delivery,
      sum(case when is_shared then -tax else base - net end) as tax,
      sum(case when is_shared then base + tax - net else 0 end) as discount
    from pieces group by id)
  insert into completing (entry_id, kind, amount)
  select entry_id, line.kind, line.amount
  from settled s left join sums using (id)
  cross join lateral (values
    ('commission', sums.commission), ('sales_tax', sums.tax), ('platform_discount', sums.discount),
    ('delivery', case when s.kind = 'delivery' then -s.amount else sums.delivery end),
    -- Points for money: its worth stays with the marketplace.
    ('points_worth', case when s.method = 'wallet' then s.amount
      when s.kind = 'delivery' or sums.id is not null then s.wallet_amount else 0 end)) line (kind, amount)
  where line.amount <> 0;

  -- Held payments of another amount.
  insert into completing (entry_id, kind, amount)
  select max(e.id), 'suspense', o.awaiting_amount
  from orders o join ledger_entries e on e.family = 'orders' and e.row_id = o.id and e.kind = 'order'
  where o.awaiting_amount <> 0 group by o.id, o.awaiting_amount;

  insert into completing (entry_id, kind, amount)
  select entry_id, 'buyer_prepayment', -sum(amount) from completing group by entry_id having sum(amount) <> 0;

  -- Money that shops were paid left the bank, or the drawer that it was kept in.
  insert into completing (entry_id, kind, shop_id, amount)
  select l.entry_id, line.kind, case when line.kind = 'shop_cash' then a.shop_id end, line.amount
  from ledger_lines l
  join ledger_accounts a on a.id = l.account_id and a.kind = 'shop_paid_out'
  join ledger_entries e on e.id = l.entry_id
  left join refunds r on e.family = 'refunds' and r.id = e.row_id
  left join orders o on o.id = r.order_id
  cross join lateral (values
    (case when e.family = 'orders' then 'shop_cash'
      when o.payment_gateway in ('CASH', 'CASH_ON_DELIVERY', 'CARD') then 'cash_desk'
      when o.id is not null then 'provider_clearing' else 'bank' end, l.amount),
    ('paid_out_total', -l.amount)) line (kind, amount);

  insert into ledger_lines (entry_id, account_id, amount, day, kind)
  select c.entry_id, a.id, c.amount, entry.day, entry.kind
  from (select entry_id, kind, shop_id, sum(amount) as amount from completing group by 1, 2, 3) c
  join ledger_accounts a on a.kind = c.kind and coalesce(a.shop_id, 0) = coalesce(c.shop_id, 0)
  join (select entry_id, min(day) as day, min(kind) as kind from ledger_lines group by 1) entry
    on entry.entry_id = c.entry_id
  where c.amount <> 0
  order by c.entry_id;

  delete from ledger_days d using ledger_accounts a where a.id = d.account_id
    and a.kind not in ('shop', 'shop_on_hold', 'shop_paid_out', 'wallet');
  insert into ledger_days (account_id, day, kind, income, outgo, lines, is_summed)
    select account_id, day, l.kind, coalesce(sum(amount) filter (where amount > 0), 0),
      coalesce(-sum(amount) filter (where amount < 0), 0), count(*), true
    from ledger_lines l join ledger_accounts a on a.id = l.account_id
    where a.kind not in ('shop', 'shop_on_hold', 'shop_paid_out', 'wallet') group by 1, 2, 3;

  -- The proof.
  select count(*) into differing
  from kept_before b
  full join (select id, kind, balance from ledger_accounts
    where kind in ('shop', 'shop_on_hold', 'shop_paid_out', 'wallet')) a on a.id = b.id
  left join (select account_id, count(*) as lines, sum(amount) as amount,
      sum(hashtextextended(concat_ws(' ', id, entry_id, amount, balance, day, kind), 0)::numeric) as hash
    from ledger_lines group by 1) l on l.account_id = a.id
  left join (select account_id, sum(hashtextextended(concat_ws(' ', day, kind, income, outgo, lines), 0)::numeric)
      as hash from ledger_days group by 1) d on d.account_id = a.id
  where (b.kind, b.balance, b.lines, b.amount, b.hash, b.days)
    is distinct from (a.kind, a.balance, l.lines, l.amount, l.hash, d.hash);
  if differing > 0 then
    raise exception '% accounts of shops and customers would have another balance or statement', differing;
  end if;
  select count(*) into differing
    from (select from ledger_lines group by entry_id having sum(amount) <> 0) unbalanced;
  if differing > 0 then
    raise exception '% ledger entries would not be balanced', differing;
  end if;
  if own_funds <> (select coalesce(sum(income - outgo), 0) from ledger_days d join ledger_accounts a
      on a.id = d.account_id where a.kind in ('buyer_prepayment', 'suspense', 'commission', 'delivery', 'sales_tax',
        'platform_discount', 'points_worth', 'adjustment')) then
    raise exception 'the marketplace would have another balance than %', own_funds;
  end if;
  if outside <> (select coalesce(sum(income - outgo), 0) from ledger_days d join ledger_accounts a
      on a.id = d.account_id where a.kind in ('provider_clearing', 'cash_desk', 'shop_cash', 'bank',
        'paid_out_total')) then
    raise exception 'the money outside would differ from %', outside;
  end if;
  alter table ledger_lines enable trigger user;
end $$;

alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in ('shop', 'shop_on_hold',
  'shop_paid_out', 'wallet', 'buyer_prepayment', 'suspense', 'refund_in_progress', 'dispute', 'provider_clearing',
  'bank', 'cash_desk', 'shop_cash', 'payout_in_transit', 'commission', 'commission_vat', 'delivery', 'sales_tax',
  'provider_fee', 'provider_fee_vat', 'platform_discount', 'points_worth', 'adjustment', 'points', 'paid_out_total'))
  not valid;
alter table ledger_accounts validate constraint ledger_accounts_kind_check;
-- A shop can owe after a refund. The marketplace's accounts store no balance.
alter table ledger_accounts add constraint ledger_accounts_balance_check check (case kind when 'shop' then true
  when 'wallet' then balance >= 0 when 'shop_on_hold' then balance >= 0 when 'shop_paid_out' then balance >= 0
  else balance = 0 end) not valid;
alter table ledger_accounts validate constraint ledger_accounts_balance_check;
alter table ledger_accounts add constraint ledger_accounts_provider
  check ((kind = 'provider_clearing') = (provider is not null)) not valid;
alter table ledger_accounts validate constraint ledger_accounts_provider;
