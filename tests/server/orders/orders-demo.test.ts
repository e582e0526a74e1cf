import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toMinor } from '@/contract/core/money';
import { isOnline } from '@/contract/orders/online';
import { paymentGateways } from '@/contract/orders/status';
import { growFamily } from '@/server/demo/big/big';
import { seedDemo } from '@/server/demo/demo';
import { completionShare } from '@/server/modules/orders/complete-order';
import { isStored } from '../../support/order-life';
import { unsoundOrders } from '../../support/orders';
import { type TestApp, testApp } from '../../support/server';

/** The demo's orders obey the rules of all orders. */
let api: TestApp;

beforeAll(async () => {
  api = await testApp();
  await seedDemo({ db: api.db, now: api.now(), dataDir: api.dataDir });
});
afterAll(() => api.close());

const none = async (query: ReturnType<typeof sql>) => expect((await query.execute(api.db)).rows).toEqual([]);

describe('the orders of the demo', () => {
  it('have returns at every stage of the way back', async () => {
    const found = await api.db
      .selectFrom('refund_shops')
      .innerJoin('refunds', 'refunds.id', 'refund_shops.refund_id')
      .select('stage')
      .where('status', 'in', ['processing', 'approved'])
      .where('answer', '=', 'agreed')
      .execute();

    expect([...new Set(found.map(({ stage }) => stage))].sort()).toEqual(['inspected', 'on_way', 'received']);
  });

  it('are many, in every state, of every payment method, of all shops and of a whole year', async () => {
    const roots = await api.db.selectFrom('orders').selectAll().where('parent_id', 'is', null).execute();

    expect(roots.length).toBeGreaterThanOrEqual(400);
    const standings = new Set(roots.map(({ order_status }) => order_status));
    expect(standings.size).toBeGreaterThanOrEqual(7);
    // The demo has no acquirer, which the others need.
    const known = paymentGateways.filter((gateway) => gateway === 'SBP' || !isOnline(gateway));
    expect([...new Set(roots.map((row) => row.payment_gateway))].sort()).toEqual(known.toSorted());
    const ages = roots.map(({ created_at }) => (api.now().getTime() - created_at.getTime()) / 86_400_000);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.max(...ages)).toBeGreaterThan(200);
    const { rows } = await sql<{ shops: number; guests: number; two: number; coupons: number }>`
      select count(distinct c.shop_id)::int as shops,
        (count(*) filter (where p.customer_id is null))::int as guests,
        (count(distinct p.id) filter (where exists (select from orders o where o.parent_id = p.id and o.id <> c.id)))::int as two,
        (count(distinct p.id) filter (where p.coupon_id is not null))::int as coupons
      from orders p join orders c on c.parent_id = p.id`.execute(api.db);
    expect(rows[0]?.shops).toBe(7);
    expect(rows[0]?.guests).toBeGreaterThan(20);
    expect(rows[0]?.two).toBeGreaterThan(60);
    expect(rows[0]?.coupons).toBeGreaterThan(10);
  });

  it('still await payment more than a day after the first start, if they do at all', async () => {
    const waiting = await api.db
      .selectFrom('orders')
      .select(['id', 'pay_until'])
      .where('order_status', '=', 'order-pending')
      .where('parent_id', 'is', null)
      .execute();

    expect(waiting.length).toBeGreaterThan(0);
    const tomorrow = api.now().getTime() + 86_400_000;
    expect(waiting.filter(({ pay_until }) => (pay_until?.getTime() ?? 0) < tomorrow)).toEqual([]);
  });

  it('equal the sum of their lines and parts', async () => {
    expect(await unsoundOrders(api)).toEqual([]);
    await none(sql`select p.id from orders p join lateral (select sum(total) as total, sum(amount) as amount,
        sum(cancelled_amount) as gone, sum(wallet_amount) as wallet from orders c where c.parent_id = p.id) c on true
      where p.parent_id is null and (p.total, p.amount, p.cancelled_amount, p.wallet_amount)
        is distinct from (c.total, c.amount, c.gone, c.wallet)`);
  });

  it('belong to the uses of the coupons', async () => {
    await none(sql`select u.id from coupon_usages u left join orders o on o.id = u.order_id and o.coupon_usage_id = u.id
      where o.id is null or o.customer_id <> u.user_id`);
  });

  it('have credited their shops exactly when completed, minus what tills kept', async () => {
    await none(sql`select id from orders where parent_id is not null
      and (credited_at is not null) <> (order_status in ('order-completed', 'order-refunded'))`);
    await none(sql`select o.id from orders o left join lateral (select sum(l.amount) as got from ledger_entries e
        join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
        where e.family = 'orders' and e.row_id = o.id and a.kind = 'shop') l on true
      where o.parent_id is not null
        and coalesce(o.credited_amount, 0) - case when o.at_till then o.total - o.wallet_amount else 0 end
          <> coalesce(l.got, 0)`);
  });

  it('leave every account equal to its lines, and every entry balanced', async () => {
    await none(sql`select a.id from ledger_accounts a
      where ${isStored} and (a.balance <> (select coalesce(sum(amount), 0) from ledger_lines l where l.account_id = a.id)
        or a.balance <> (select balance from ledger_lines l where l.account_id = a.id order by id desc limit 1)
        or a.balance < 0)`);
    await none(sql`select entry_id from ledger_lines group by entry_id having sum(amount) <> 0`);
  });

  it('account for every piece of the stock', async () => {
    await none(sql`select p.id from products p where p.product_type = 'simple' and p.deleted_at is null
      and p.quantity <> (select coalesce(sum(change), 0) from stock_movements m where m.product_id = p.id)`);
    await none(sql`select v.id from variation_options v where v.deleted_at is null
      and v.quantity <> (select coalesce(sum(change), 0) from stock_movements m where m.variation_id = v.id)`);
  });

  it('equal the sold counts of the products', async () => {
    // A returned piece that is sold again was not sold.
    await none(sql`select p.id from products p where p.sold_quantity <> (select
        coalesce(sum(l.quantity - (select coalesce(sum(restocked), 0) from refund_lines r where r.order_line_id = l.id)), 0)
      from order_lines l join orders o on o.id = l.order_id
      where l.product_id = p.id and o.order_status not in ('order-cancelled', 'order-failed'))`);
    await none(sql`select v.id from variation_options v where v.sold_quantity <> (select coalesce(sum(l.quantity), 0)
      from order_lines l join orders o on o.id = l.order_id
      where l.variation_option_id = v.id and o.order_status not in ('order-cancelled', 'order-failed'))`);
    expect(
      (await sql`select from products where sold_quantity > 0`.execute(api.db)).rows.length,
    ).toBeGreaterThan(10);
  });

  it('happened after their buyers registered and before now', async () => {
    await none(sql`select o.id from orders o left join users u on u.id = o.customer_id
      where o.created_at > ${api.now()} or o.updated_at > ${api.now()} or o.updated_at < o.created_at
        or (o.created_at < u.created_at and o.parent_id is null and o.coupon_id is null and o.wallet_points = 0)`);
    await none(sql`select id from order_events where at > ${api.now()}`);
  });
});

it('by the thousand leave the books consistent', async () => {
  await growFamily(api.db, 'orders', 600);
  await growFamily(api.db, 'orders', 50);

  expect(await unsoundOrders(api)).toEqual([]);
  await none(sql`select a.id from ledger_accounts a
    where ${isStored} and (a.balance <> (select coalesce(sum(amount), 0) from ledger_lines l where l.account_id = a.id)
      or a.balance <> (select balance from ledger_lines l where l.account_id = a.id order by id desc limit 1))`);
  await none(sql`select entry_id from ledger_lines group by entry_id having sum(amount) <> 0`);
  await none(
    sql`select o.id from orders o left join order_search s on s.order_id = o.id
      where s.order_id is null and o.parent_id is null`,
  );
  await none(sql`select o.id from orders o join order_search s on s.order_id = coalesce(o.parent_id, o.id)
    where not s.facts @> array[order_fact(coalesce(o.shop_id, 0), o.order_status, o.payment_status, o.payment_gateway)]
      or s.placed_at <> o.created_at`);
  await none(sql`select c.id from orders c left join orders p on p.id = c.parent_id
    where c.parent_id is not null and (p.id is null or p.created_at <> c.created_at)`);
  await none(sql`select a.account_id from (select account_id, sum(income - outgo) as sum from ledger_days group by 1) a
    join ledger_lines l using (account_id) group by 1, a.sum having sum(l.amount) <> a.sum`);
}, 120_000);

it('takes commission of every part by one formula, whoever wrote the order', async () => {
  const { rows } = await sql<StoredPart & { credited_amount: number }>`select shop_id, amount, discount,
    discount_shop_id, commission_rate, credited_amount from orders where credited_at is not null`.execute(
    api.db,
  );
  const { rows: counted } = await sql<{ goods: number; credited: number }>`select sum(goods) as goods,
    sum(credited) as credited from commission_days`.execute(api.db);
  const { rows: returned } = await sql<{
    goods: number;
    credited: number;
  }>`select coalesce(sum(goods), 0) as goods,
    coalesce(sum(vendor_amount), 0) as credited from vendor_refunds`.execute(api.db);

  expect(rows.length).toBeGreaterThan(600);
  expect(rows.filter((part) => toMinor(part.credited_amount) !== completionShare(part))).toEqual([]);
  const commission = rows.reduce((sum, part) => sum + goodsOf(part) - completionShare(part), 0);
  const [days, back] = [counted[0], returned[0]];
  expect(toMinor((days?.goods ?? 0) - (days?.credited ?? 0))).toBe(
    commission - toMinor((back?.goods ?? 0) - (back?.credited ?? 0)),
  );
});

type StoredPart = Parameters<typeof completionShare>[0];

/** In kopecks: the shop's own discount is deducted from its goods. */
const goodsOf = ({ amount, discount, discount_shop_id, shop_id }: StoredPart) =>
  toMinor(amount) - (discount_shop_id === shop_id ? toMinor(discount) : 0);
