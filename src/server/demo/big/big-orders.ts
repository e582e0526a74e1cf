import { sql } from 'kysely';
import type { Database } from '@/server/core/context';

/**
 * Whole orders of three years by set-based SQL, with parts, lines, history, refunds of some and ledger entries of
 * completed ones, which add up to the accounts. Stock is not taken. Needs shops with products; faster as a superuser.
 */
export async function growOrders(db: Database, count: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ is_super: boolean; known: number }>`select rolsuper as is_super,
      (select count(*)::int from orders) as known from pg_roles where rolname = current_user`.execute(trx);
    // Foreign keys and triggers are off for these millions of rows; what they would maintain is written below.
    if (rows[0]?.is_super) await sql`set local session_replication_role = replica`.execute(trx);
    await sql`set local maintenance_work_mem = '512MB'`.execute(trx);
    await sql`set local work_mem = '256MB'`.execute(trx);
    // With this many new rows, rebuilding indexes is faster than maintaining them.
    const built = count * 4 > (rows[0]?.known ?? 0) ? await dropIndexes(trx) : [];
    await planGoods(trx);
    await planOrders(trx, count);
    await writeOrders(trx);
    await writeLines(trx);
    await writeRefunds(trx);
    await writeLedger(trx);
    for (const definition of built) await sql.raw(definition).execute(trx);
    await sql`drop table big_orders, big_goods, big_people, big_refunds`.execute(trx);
  });
}

/** Drops indexes for rebuilding and returns their definitions, except those that enforce a constraint. */
async function dropIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid in ('orders'::regclass, 'order_lines'::regclass, 'order_search'::regclass,
        'order_events'::regclass, 'ledger_entries'::regclass, 'ledger_lines'::regclass)
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}

/** Numbered products with a second one from the same shop, and buyers. */
async function planGoods(db: Database): Promise<void> {
  await sql`create temp table big_goods as
    select row_number() over (order by p.id) - 1 as place, p.id, p.shop_id, p.name, p.sku, p.price,
      coalesce(s.admin_commission_rate, 10) as rate,
      lead(p.id) over shop as next_id, lead(p.name) over shop as next_name, lead(p.price) over shop as next_price
    from products p join shops s on s.id = p.shop_id
    where p.product_type = 'simple' and p.price > 0 and p.deleted_at is null
    window shop as (partition by p.shop_id order by p.id)`.execute(db);
  await sql`create temp table big_people as
    select row_number() over (order by id) - 1 as place, id from users where permissions = array['customer']`.execute(
    db,
  );
  await sql`analyze big_goods, big_people`.execute(db);
}

const words = sql`array['Анна','Борис','Вера','Глеб','Дарья','Егор','Жанна','Захар','Инна','Кирилл','Лидия','Марк']`;
const families = sql`array['Ёлкина','Березкин','Соболева','Орлов','Кузнецова','Зимин','Лесная','Рябов']`;

/**
 * One row per order, of one shop or of two, oldest first; a quarter buys the first products, so that some shops are
 * large. Each order takes three consecutive ids. `k` counts across all runs; the number is the order's index within its
 * day, with digits that begin with 0, so it cannot collide with a random one. One order in sixty, completed ones only,
 * returns one of its first two pieces.
 */
async function planOrders(db: Database, count: number): Promise<void> {
  await sql`create temp table big_orders as
    select o.*, c.id as customer_id, a.id as good1, a.name as name1, a.price as price1, a.shop_id as shop1, a.rate as rate1,
      round(a.price * quantity, 2) as sum1,
      case when k % 3 = 0 then a.next_id end as more_id, case when k % 3 = 0 then a.next_name end as more_name,
      case when k % 3 = 0 then coalesce(a.next_price, 0) else 0 end as more_price,
      b.id as good2, b.name as name2, b.shop_id as shop2, b.rate as rate2, coalesce(b.price, 0) as sum2,
      case when k % 20 in (0, 5) then 'SBP' when k % 20 = 4 then 'CASH'
        else (array['SBP','CASH_ON_DELIVERY','SBP','CASH'])[1 + k / 20 % 4] end as gateway,
      case k % 20 when 0 then 'order-pending' when 1 then 'order-processing' when 2 then 'order-at-local-facility'
        when 3 then 'order-out-for-delivery' when 4 then 'order-cancelled' when 5 then 'order-failed'
        else 'order-completed' end as status,
      case when k % 60 <> 31 then null when at < now() - interval '30 days'
        then case k / 60 % 8 when 0 then 'rejected' else 'approved' end
        else (array['pending', 'processing', 'approved'])[1 + k / 60 % 3] end as refund,
      to_char(at at time zone 'Europe/Moscow', 'YYYYMMDD') as day,
      in_month.month, in_month.month || '-' || (coalesce(known.ahead, -drawn.last) + drawn.last
        + row_number() over (partition by in_month.month order by at)) as short_number, (array[0, 199, 299, 399])[1 + k % 4]::numeric as delivery,
      (${words})[1 + person % 12] || ' ' || (${families})[1 + person / 12 % 8] as buyer,
      '+7 (9' || substr(phone, 1, 2) || ') ' || substr(phone, 3, 3) || '-' || substr(phone, 6, 2) || '-' || substr(phone, 8)
        as contact,
      'buyer-' || person || '@big.test' as email
    from (
      select base.id + 3 * (row_number() over (order by at) - 1) as id, at, k, 1 + k % 3 as quantity,
        case when k % 4 = 1 then k / 4 * 31 % least(100, goods.count) else k * 7919 % goods.count end as place1, (k * 104729 + 11) % goods.count as place2, person,
        lpad((person % 1000000000)::text, 9, '7') as phone,
        case when k % 8 <> 0 then k * 31 % people.count end as customer
      from (select coalesce(max(id), 0) / 3285 * 3285 + 3285 as id from orders) as base,
        lateral (select base.id / 3 + n as k, (base.id / 3 + n) % 300000 * 48271 % 2147483647 as person, today.start
            - (1 + n % 1095) * interval '1 day' + (n * 7919 % 86000) * interval '1 second' as at
          from generate_series(0, ${count - 1}::bigint) as n, (select date_trunc('day', now() at time zone 'Europe/Moscow')
            at time zone 'Europe/Moscow' as start) as today) as numbered,
        (select count(*) as count from big_goods) as goods,
        (select count(*) as count from big_people) as people
    ) o
    left join big_people c on c.place = o.customer
    join big_goods a on a.place = o.place1
    left join big_goods b on b.place = o.place2 and b.shop_id <> a.shop_id and k % 2 = 0
    cross join lateral (select to_char(at at time zone 'Europe/Moscow', 'YYMM') as month) in_month
    left join order_months known on known.month = in_month.month
    cross join (select case when is_called then last_value else 0 end as last from order_numbers) drawn`.execute(
    db,
  );
  // The next order of a month comes after these.
  await sql`insert into order_months (month, ahead) select month, count(*) - (select case when is_called then last_value
      else 0 end from order_numbers) from big_orders group by month
    on conflict (month) do update set ahead = order_months.ahead
      + (select count(*) from big_orders o where o.month = order_months.month)`.execute(db);
  await sql`analyze big_orders`.execute(db);
}

const number = (place: unknown) =>
  sql`day || lpad((((k / 1095 * 3 + ${place}) * 317 + day::bigint * 7919) % 100000)::text, 6, '0')`;

const payment = sql`case when status = 'order-pending' then 'payment-pending' when status = 'order-failed' then 'payment-failed'
  when gateway = 'SBP' or status = 'order-completed' then 'payment-success'
  when gateway = 'CASH' then 'payment-cash' else 'payment-cash-on-delivery' end`;

/** The whole order and its parts as rows of `orders`, with the cancelled sums. */
async function writeOrders(db: Database): Promise<void> {
  await sql`insert into orders (id, tracking_number, short_number, parent_id, shop_id, customer_id, customer_name, customer_contact,
      customer_email, payment_gateway, order_status, payment_status, amount, delivery_fee, total, paid_total,
      cancelled_amount, cancelled_delivery_fee, refunded_amount, commission_rate, credited_amount, credited_at, completed_by, cash_held_by,
      stock_returned_at, created_at, updated_at)
    select o.id + place, ${number(sql`place`)}, o.short_number, case when place > 0 then o.id end, shop_id, customer_id, buyer, contact, email,
      gateway, status,
      ${payment},
      goods * stays, fee * stays, (goods + fee) * stays, (goods + fee) * stays, goods * (1 - stays), fee * (1 - stays),
      case when refund = 'approved' and place < 2 then price1 else 0 end, rate, case when status = 'order-completed' then goods - round(goods * rate / 100, 2) end,
      case when status = 'order-completed' and place > 0 then least(now(), at + interval '4 days') end,
      case when status = 'order-completed' and place > 0 then 'platform' end,
      case when status = 'order-completed' and place > 0 and gateway <> 'SBP' then 'platform' end,
      case when status in ('order-cancelled', 'order-failed') and place > 0 then at + interval '1 hour' end,
      at, least(now(), at + interval '4 days')
    from big_orders o cross join lateral (values
        (0, null::bigint, sum1 + more_price + sum2, delivery, null::numeric),
        (1, shop1, sum1 + more_price, delivery, rate1),
        (2, shop2, sum2, 0, rate2)) as one (place, shop_id, goods, fee, rate)
      cross join lateral (select case when status = 'order-cancelled' then 0 else 1 end as stays) kept
    where place = 0 or shop_id is not null`.execute(db);
  await sql`select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders))`.execute(db);
  // A buyer has several orders, so their searchable text is computed once.
  await sql`create temp table big_buyers on commit drop as
    select person, substr(order_text('', min(buyer), min(contact), min(email)), 2) as text
    from big_orders group by person`.execute(db);
  await sql`insert into order_search (order_id, placed_at, shops, facts, text)
    select id, at, array_remove(array[shop1, shop2], null),
      array(select order_fact(shop, status, ${payment}, gateway) from unnest(array[0, shop1, shop2]) shop
        where shop is not null),
      concat_ws(' ', '', ${number(0)}, ${number(1)}, case when shop2 is not null then ${number(2)} end) || said.text
    from big_orders join big_buyers said using (person) order by id on conflict (order_id) do nothing`.execute(
    db,
  );
  await sql`insert into order_events (order_id, root_id, at, kind, "to", user_id)
    select id, id, at, 'placed', 'order-processing', customer_id from big_orders`.execute(db);
}

async function writeLines(db: Database): Promise<void> {
  await sql`insert into order_lines
      (order_id, parent_id, shop_id, position, product_id, name, quantity, unit_price, subtotal, delivery, total,
        refunded_quantity, category_id)
    select o.id + part, o.id, shop_id, place, good, name, pieces, price, price * pieces, fee, price * pieces + fee,
      case when refund = 'approved' and place = 0 then 1 else 0 end,
      (select min(category_id) from category_product where product_id = good)
    from big_orders o cross join lateral (values (1, shop1, 0, good1, name1, quantity, price1, delivery),
      (1, shop1, 1, more_id, more_name, 1, more_price, 0), (2, shop2, 2, good2, name2, 1, sum2, 0))
      as line (part, shop_id, place, good, name, pieces, price, fee)
    where good is not null`.execute(db);
}

/** Refund requests. With two equal pieces the vendor returns half of the credit for one. */
async function writeRefunds(db: Database): Promise<void> {
  await sql`create temp table big_refunds as
    select (select coalesce(max(id), 0) from refunds) + row_number() over (order by o.at, o.id) as id, o.id as order_id,
      o.customer_id, o.refund as status, o.price1 as amount, o.shop1 as shop_id, l.id as line_id,
      trunc(part.credited_amount / 2, 2) as vendor_amount, least(now(), o.at + interval '6 days') as asked,
      case when o.refund in ('approved', 'rejected') then least(now(), o.at + interval '8 days') end as decided
    from big_orders o join orders part on part.id = o.id + 1
      join order_lines l on l.order_id = part.id and l.position = 0
    where o.refund is not null`.execute(db);
  await sql`insert into refunds
      (id, order_id, customer_id, method, status, amount, title, decided_at, created_at, updated_at)
    select id, order_id, customer_id, 'payment', status, amount, 'Возврат ' || id, decided, asked, coalesce(decided, asked)
    from big_refunds`.execute(db);
  await sql`select setval(pg_get_serial_sequence('refunds', 'id'), (select max(id) from refunds))
    where exists (select from big_refunds)`.execute(db);
  await sql`insert into refund_lines (refund_id, order_line_id, shop_id, quantity, amount, vendor_amount)
    select id, line_id, shop_id, 1, amount, case when status = 'approved' then vendor_amount else 0 end
    from big_refunds`.execute(db);
}

/**
 * One entry for each completed part: payment, the shop's share, the commission and the delivery; for each approved refund one that
 * reverses it. Balances are the sums of the lines.
 */
async function writeLedger(db: Database): Promise<void> {
  await sql`insert into ledger_accounts (kind, shop_id, provider)
    select kind, null::bigint, null::text from unnest(array['cash_desk', 'commission', 'delivery']) as kind
    union all select 'provider_clearing', null, 'manual'
    union all select distinct 'shop', shop1, null from big_orders
    union all select distinct 'shop', shop2, null from big_orders
      where shop2 is not null and shop2 not in (select shop1 from big_orders)
    on conflict on constraint ledger_accounts_key do nothing`.execute(db);
  await sql`create temp table big_entries as
    select row_number() over (order by at, family, row_id) + (select coalesce(max(id), 0) from ledger_entries) as id, one.*
    from (
      select 'order' as kind, 'orders' as family, id as row_id, shop_id, credited_at as at, total, credited_amount,
        delivery_fee as fee, payment_gateway
      from orders where credited_amount > 0 and parent_id is not null
        and id between (select min(id) from big_orders) and (select max(id) + 2 from big_orders)
      union all select 'refund', 'refunds', r.id, r.shop_id, decided, -amount, -vendor_amount, 0, o.gateway
      from big_refunds r join big_orders o on o.id = r.order_id where r.status = 'approved') one`.execute(db);
  await sql`insert into ledger_entries (id, at, kind, family, row_id, request_id)
    select id, at, kind, family, row_id, 'big' from big_entries`.execute(db);
  await sql`select setval(pg_get_serial_sequence('ledger_entries', 'id'), (select max(id) from ledger_entries))`.execute(
    db,
  );
  await sql`insert into ledger_lines (entry_id, account_id, amount, balance, day, kind)
    select l.entry_id, l.account_id, l.amount,
      case when l.is_shop then a.balance + sum(l.amount) over (partition by l.account_id order by l.entry_id) end,
      l.day, l.kind
    from (
      select e.id as entry_id, e.kind, line.account_id, line.amount, line.is_shop,
        (e.at at time zone 'Europe/Moscow')::date as day
      from big_entries e join ledger_accounts shop on shop.kind = 'shop' and shop.shop_id = e.shop_id
        join ledger_accounts place on place.kind = case e.payment_gateway when 'SBP' then 'provider_clearing' else 'cash_desk' end
          and place.provider is not distinct from case e.payment_gateway when 'SBP' then 'manual' end
        join ledger_accounts commission on commission.kind = 'commission'
        join ledger_accounts delivery on delivery.kind = 'delivery'
        cross join lateral (values (place.id, -e.total, false), (shop.id, e.credited_amount, true),
          (commission.id, e.total - e.fee - e.credited_amount, false), (delivery.id, e.fee, false))
          as line (account_id, amount, is_shop)
      where line.amount <> 0
    ) l join ledger_accounts a on a.id = l.account_id
    order by l.entry_id`.execute(db);
  await sql`update ledger_accounts a set balance = s.balance
    from (select account_id, sum(amount) as balance from ledger_lines group by 1) s
    where s.account_id = a.id and a.kind = 'shop' and a.balance <> s.balance`.execute(db);
  // Runs the deferred checks now: no index is built while they are pending.
  await sql`set constraints all immediate`.execute(db);
  await sql`select rebuild_ledger_days(), sum_daily_row_counts(), rebuild_order_days()`.execute(db);
  // They were made before there were receipts, whatever their day.
  await sql`insert into receipts (kind, entry_id, order_id, part_id, at, amount, cash, cashless, lines, state, exclusion,
      created_at, updated_at)
    select 'settlement', e.id, o.parent_id, o.id, e.at, e.total, case when e.payment_gateway = 'SBP' then 0 else e.total end,
      case when e.payment_gateway = 'SBP' then e.total else 0 end, '[]', 'excluded', 'before', e.at, e.at
    from big_entries e join orders o on o.id = e.row_id where e.kind = 'order'`.execute(db);
  await sql`drop table big_entries`.execute(db);
}
