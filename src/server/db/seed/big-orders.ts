import { sql } from 'kysely';
import type { Database } from '../../context';

/**
 * Whole orders of three years by set-based SQL, with parts, lines, what happened and, for completed ones, the ledger: what is
 * credited sums to the accounts. Stock is not taken. Needs shops with products; a superuser is quicker.
 */
export async function growOrders(db: Database, count: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ is_super: boolean; known: number }>`select rolsuper as is_super,
      (select count(*)::int from orders) as known from pg_roles where rolname = current_user`.execute(trx);
    // Neither foreign keys nor triggers are asked for each of millions of rows: what they keep is kept below.
    if (rows[0]?.is_super) await sql`set local session_replication_role = replica`.execute(trx);
    await sql`set local maintenance_work_mem = '512MB'`.execute(trx);
    await sql`set local work_mem = '256MB'`.execute(trx);
    // Of so many more, indexes are quicker built than kept.
    const built = count * 4 > (rows[0]?.known ?? 0) ? await dropIndexes(trx) : [];
    await planGoods(trx);
    await planOrders(trx, count);
    await writeOrders(trx);
    await writeLines(trx);
    await writeLedger(trx);
    for (const definition of built) await sql.raw(definition).execute(trx);
    await sql`drop table big_orders, big_goods`.execute(trx);
  });
}

/** Drops what is quicker built of a whole table, and answers how: not what keeps a constraint. */
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

/** What may be bought, numbered; beside each another thing of the same shop. */
async function planGoods(db: Database): Promise<void> {
  await sql`create temp table big_goods as
    select row_number() over (order by p.id) - 1 as place, p.id, p.shop_id, p.name, p.sku, p.price,
      coalesce(s.admin_commission_rate, 10) as rate,
      lead(p.id) over shop as next_id, lead(p.name) over shop as next_name, lead(p.price) over shop as next_price
    from products p join shops s on s.id = p.shop_id
    where p.product_type = 'simple' and p.price > 0 and p.deleted_at is null
    window shop as (partition by p.shop_id order by p.id)`.execute(db);
  await sql`create unique index on big_goods (place)`.execute(db);
  await sql`analyze big_goods`.execute(db);
}

const words = sql`array['Анна','Борис','Вера','Глеб','Дарья','Егор','Жанна','Захар','Инна','Кирилл','Лидия','Марк']`;
const families = sql`array['Ёлкина','Березкин','Соболева','Орлов','Кузнецова','Зимин','Лесная','Рябов']`;

/**
 * An order a row, of one shop or of two. Its ids are three that follow each other; the order's place among those of its day
 * makes its number, whose digits begin with 0, so that it meets none that was drawn.
 */
async function planOrders(db: Database, count: number): Promise<void> {
  await sql`create temp table big_orders as
    select o.*, a.shop_id as shop1, a.rate as rate1, round(a.price * quantity, 2) as sum1,
      case when o.n % 3 = 0 then a.next_id end as more_id, case when o.n % 3 = 0 then a.next_name end as more_name,
      case when o.n % 3 = 0 then coalesce(a.next_price, 0) else 0 end as more_price,
      b.id as good2, b.shop_id as shop2, b.rate as rate2, coalesce(b.price, 0) as sum2,
      (array[0, 199, 299, 399])[1 + o.n % 4]::numeric as delivery
    from (
      select n, base.id + 3 * n as id, today.start - (1 + n % 1095) * interval '1 day'
          + (n * 7919 % 86000) * interval '1 second' as at,
        case n % 20 when 0 then 'order-pending' when 1 then 'order-processing' when 2 then 'order-at-local-facility'
          when 3 then 'order-out-for-delivery' when 4 then 'order-cancelled' when 5 then 'order-failed'
          else 'order-completed' end as status,
        case when n % 20 in (0, 5) then 'SBP' when n % 20 = 4 then 'CASH'
          else (array['SBP','CASH_ON_DELIVERY','SBP','CASH'])[1 + n / 20 % 4] end as gateway,
        1 + n % 3 as quantity, n * 7919 % goods.count as place1, (n * 104729 + 11) % goods.count as place2,
        case when n % 8 <> 0 then people.ids[1 + n * 31 % cardinality(people.ids)] end as customer_id,
        (base.id / 3 + n) % 300000 * 48271 % 2147483647 as person
      from generate_series(0, ${count - 1}::bigint) as n,
        (select (coalesce(max(id), 0) / 3285 + 1) * 3285 as id from orders) as base,
        (select date_trunc('day', now() at time zone 'Europe/Moscow') at time zone 'Europe/Moscow' as start) as today,
        (select count(*) as count from big_goods) as goods,
        (select array_agg(id order by id) as ids from users where permissions = array['customer']) as people
    ) o
    join big_goods a on a.place = o.place1
    left join big_goods b on b.place = o.place2 and b.shop_id <> a.shop_id and o.n % 2 = 0`.execute(db);
  await sql`analyze big_orders`.execute(db);
}

const number = (place: number) => sql`to_char(o.at at time zone 'Europe/Moscow', 'YYYYMMDD')
  || lpad(((o.id / 3 / 1095 * 3 + ${sql.lit(place)}) * 317 % 100000)::text, 6, '0')`;

const payment = sql`case when o.status = 'order-pending' then 'payment-pending' when o.status = 'order-failed' then 'payment-failed'
  when o.gateway = 'SBP' or o.status = 'order-completed' then 'payment-success'
  when o.gateway = 'CASH' then 'payment-cash' else 'payment-cash-on-delivery' end`;

/** A row of `orders` of these sums; what is cancelled stands beside. */
const row = (
  id: unknown,
  place: number,
  parent: unknown,
  shop: unknown,
  goods: unknown,
  fee: unknown,
  rate: unknown,
) => sql`
  select ${id}, ${number(place)}, ${parent}, ${shop}, o.customer_id,
    (${words})[1 + o.person % 12] || ' ' || (${families})[1 + o.person / 12 % 8],
    '+7 (9' || lpad((o.person % 100)::text, 2, '0') || ') ' || lpad((o.person / 100 % 1000)::text, 3, '0') || '-'
      || lpad((o.person / 100000 % 100)::text, 2, '0') || '-' || lpad((o.person / 10000000 % 100)::text, 2, '0'),
    'buyer-' || o.person || '@big.test', o.gateway, o.status, ${payment},
    case when o.status = 'order-cancelled' then 0 else ${goods} end, case when o.status = 'order-cancelled' then 0 else ${fee} end,
    case when o.status = 'order-cancelled' then 0 else ${goods} + ${fee} end,
    case when o.status = 'order-cancelled' then 0 else ${goods} + ${fee} end,
    case when o.status = 'order-cancelled' then ${goods} else 0 end, case when o.status = 'order-cancelled' then ${fee} else 0 end,
    ${rate}::numeric, case when ${rate}::numeric is not null and o.status = 'order-completed'
      then ${goods} - round(${goods} * ${rate}::numeric / 100, 2) end,
    case when ${rate}::numeric is not null and o.status = 'order-completed' then least(now(), o.at + interval '4 days') end,
    case when o.status in ('order-cancelled', 'order-failed') and ${rate}::numeric is not null then o.at + interval '1 hour' end,
    o.at, least(now(), o.at + interval '4 days')
  from big_orders o`;

async function writeOrders(db: Database): Promise<void> {
  const goods1 = sql`(o.sum1 + o.more_price)`;
  await sql`insert into orders (id, tracking_number, parent_id, shop_id, customer_id, customer_name, customer_contact,
      customer_email, payment_gateway, order_status, payment_status, amount, delivery_fee, total, paid_total,
      cancelled_amount, cancelled_delivery_fee, commission_rate, credited_amount, credited_at, stock_returned_at,
      created_at, updated_at)
    ${row(sql`o.id`, 0, sql`null::bigint`, sql`null::bigint`, sql`(${goods1} + o.sum2)`, sql`o.delivery`, sql`null`)}
    union all ${row(sql`o.id + 1`, 1, sql`o.id`, sql`o.shop1`, goods1, sql`o.delivery`, sql`o.rate1`)}
    union all ${row(sql`o.id + 2`, 2, sql`o.id`, sql`o.shop2`, sql`o.sum2`, sql`0`, sql`o.rate2`)} where o.shop2 is not null
    `.execute(db);
  const ours = sql`id between (select min(id) from big_orders) and (select max(id) + 2 from big_orders)`;
  await sql`select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders))`.execute(db);
  await sql`insert into order_search (order_id, is_part, text)
    select id, parent_id is not null, order_text(tracking_number, customer_name, customer_contact, customer_email)
    from orders where ${ours} on conflict do nothing`.execute(db);
  await sql`insert into order_events (order_id, root_id, at, kind, "to", user_id)
    select o.id, o.id, o.at, 'placed', 'order-processing', o.customer_id from big_orders o`.execute(db);
}

async function writeLines(db: Database): Promise<void> {
  const columns = sql`order_id, parent_id, shop_id, position, product_id, name, quantity, unit_price, subtotal, delivery, total`;
  await sql`insert into order_lines (${columns})
    select o.id + 1, o.id, o.shop1, 0, a.id, a.name, o.quantity, a.price, o.sum1, o.delivery, o.sum1 + o.delivery
      from big_orders o join big_goods a on a.place = o.place1
    union all select o.id + 1, o.id, o.shop1, 1, o.more_id, o.more_name, 1, o.more_price, o.more_price, 0, o.more_price
      from big_orders o where o.more_id is not null
    union all select o.id + 2, o.id, o.shop2, 2, b.id, b.name, 1, b.price, o.sum2, 0, o.sum2
      from big_orders o join big_goods b on b.id = o.good2`.execute(db);
}

/** Of each completed part one entry: what came in, what the shop got of it, what stays. Accounts are what their lines come to. */
async function writeLedger(db: Database): Promise<void> {
  await sql`insert into ledger_accounts (kind, shop_id)
    select kind, null from unnest(array['platform', 'outside']) as kind
    union all select distinct 'shop', shop1 from big_orders
    union all select distinct 'shop', shop2 from big_orders where shop2 is not null and shop2 not in (select shop1 from big_orders)
    on conflict on constraint ledger_accounts_key do nothing`.execute(db);
  await sql`create temp table big_entries as
    select row_number() over (order by credited_at, o.id)
        + (select coalesce(max(id), 0) from ledger_entries) as id,
      o.id as part_id, o.shop_id, o.credited_at as at, o.total, o.credited_amount
    from orders o where o.credited_amount > 0 and o.id between (select min(id) from big_orders) and (select max(id) + 2 from big_orders)
      and o.parent_id is not null`.execute(db);
  await sql`insert into ledger_entries (id, at, kind, family, row_id, request_id)
    select id, at, 'order', 'orders', part_id, 'big' from big_entries`.execute(db);
  await sql`select setval(pg_get_serial_sequence('ledger_entries', 'id'), (select max(id) from ledger_entries))`.execute(
    db,
  );
  await sql`insert into ledger_lines (entry_id, account_id, amount, balance, day, kind)
    select l.entry_id, l.account_id, l.amount,
      a.balance + sum(l.amount) over (partition by l.account_id order by l.entry_id), l.day, 'order'
    from (
      select e.id as entry_id, account.id as account_id, line.amount, (e.at at time zone 'Europe/Moscow')::date as day
      from big_entries e cross join lateral (values ('outside', null::bigint, -e.total),
          ('platform', null, e.total - e.credited_amount), ('shop', e.shop_id, e.credited_amount)) as line (kind, shop_id, amount)
        join ledger_accounts account on account.kind = line.kind and coalesce(account.shop_id, 0) = coalesce(line.shop_id, 0)
      where line.amount <> 0
    ) l join ledger_accounts a on a.id = l.account_id
    order by l.entry_id`.execute(db);
  await sql`update ledger_accounts a set balance = s.balance
    from (select account_id, sum(amount) as balance from ledger_lines group by 1) s
    where s.account_id = a.id and a.balance <> s.balance`.execute(db);
  await sql`select ledger_days_of_all()`.execute(db);
  await sql`drop table big_entries`.execute(db);
}
