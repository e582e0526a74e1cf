import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { orderStatuses } from '@/contract/orders/status';
import { sumCounted } from '@/server/modules/insights/dashboards/analytics-days';
import { takeBackCommission } from '@/server/modules/refunds/count-returned';
import { dice } from '../../support/dice';
import { buildUser } from '../../support/factories';
import { buildOrder } from '../../support/orders';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/**
 * Every dashboard metric equals plain SQL over the tables: around midnight in Moscow, cancelled, returned, trashed and
 * edited orders. The test's SQL does not use daily counts.
 */
const { api, scene } = setUpScene();

const throwDice = dice(41);
const pick = <One>(of: readonly One[]): One => of[throwDice(of.length)] as One;
/** Moments around Moscow midnights of the 60 days before the scene's now, 2026-03-10 12:00 there. */
const someMoment = () =>
  new Date(
    Date.UTC(2026, 2, 10, 21) -
      (1 + throwDice(70)) * 86_400_000 +
      pick([-1000, 0, 1000, 3_600_000 * 7, -3_600_000 * 2]),
  );

async function peopleMarket(): Promise<void> {
  const goods = [
    await buildProduct(api.db, { shop: scene.shop }),
    await buildProduct(api.db, { shop: scene.otherShop }),
  ];
  for (let number = 0; number < 40; number += 1) {
    const shops = pick([[0], [1], [0, 1]]);
    const order = await buildOrder(api, {
      lines: shops.map((at) => ({
        shop: at === 0 ? scene.shop : scene.otherShop,
        product: goods[at],
        unitPrice: 10_001 + throwDice(90_000),
        quantity: 1 + throwDice(3),
      })),
      off: { delivery: throwDice(50_000) },
    });
    const at = someMoment();
    await sql`update orders set created_at = ${at} where ${order.id} in (id, parent_id)`.execute(api.db);
    await sql`update orders set order_status = ${pick(orderStatuses)} where ${order.id} in (id, parent_id)`.execute(
      api.db,
    );
    if (throwDice(3) > 0)
      await sql`update orders set paid_at = ${someMoment()} where ${order.id} in (id, parent_id)`.execute(
        api.db,
      );
    if (throwDice(9) === 0)
      await sql`update orders set deleted_at = now() where ${order.id} in (id, parent_id)`.execute(api.db);
    if (throwDice(3) === 0) await giveBack(order.id);
    if (throwDice(3) === 0)
      await sql`update orders set credited_at = ${someMoment()}, credited_amount = round(amount * 0.9, 2)
        where parent_id = ${order.id}`.execute(api.db);
  }
  await sql`update users set created_at = ${someMoment()} where id = ${scene.customer.id}`.execute(api.db);
  for (let number = 0; number < 6; number += 1) {
    const person = await buildUser(api.db, { role: pick(['customer', 'store_owner', 'staff'] as const) });
    await sql`update users set created_at = ${someMoment()} where id = ${person.id}`.execute(api.db);
  }
  await sql`update shops set created_at = ${someMoment()} where id = ${scene.shop.id}`.execute(api.db);
}

/** Refunds the first unit of each line of an order. */
async function giveBack(orderId: number): Promise<void> {
  const { rows } = await sql<{ id: number; status: string }>`insert into refunds
      (order_id, amount, status, decided_at, origin)
    select ${orderId}, sum(unit_price), ${pick(['approved', 'approved', 'pending', 'rejected'])}, ${someMoment()},
      'cancellation' from order_lines where parent_id = ${orderId} returning id, status`.execute(api.db);
  const { id = 0, status } = rows[0] ?? {};
  await sql`insert into refund_lines (refund_id, order_line_id, shop_id, quantity, amount, vendor_amount)
    select ${id}, l.id, l.shop_id, 1, l.unit_price, round(l.unit_price * 0.9, 2)
    from order_lines l where l.parent_id = ${orderId}`.execute(api.db);
  if (status === 'approved') await takeBackCommission(api.db, id);
}

interface MetricsQuery {
  period: { from: string; to: string };
  previous: { from: string; to: string };
  until: string | null;
  figures: Record<string, { value: number; previous: number }>;
  statuses: Record<string, { value: number; previous: number }>;
  step: string;
  points: { from: string; to: string; revenue: number; orders: number; previous_revenue: number }[];
}
type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff';
const ask = async (person: Person, path: string) =>
  (await api.request<MetricsQuery>(scene[person], 'GET', `analytics/${path}`)).body;

const plain = async (query: ReturnType<typeof sql>) =>
  Number(Object.values((await query.execute(api.db)).rows[0] ?? {})[0] ?? 0);

interface Days {
  from: string;
  to: string;
  until?: string | null;
}
const day = (column: string, { from, to, until }: Days) =>
  sql`(to_char(${sql.ref(column)} at time zone 'Europe/Moscow', 'YYYY-MM-DD') between ${from} and ${to}
    and ${sql.ref(column)} < ${until ?? '2100-01-01'}::timestamptz)`;
const mine = (shopId: number | undefined) =>
  shopId === undefined ? sql`parent_id is null` : sql`parent_id is not null and shop_id = ${shopId}`;
const plainOrders = (what: ReturnType<typeof sql>, shopId: number | undefined, days: Days, status = '%') =>
  plain(sql`select ${what} from orders where deleted_at is null and ${hasStatus(status)}
    and ${mine(shopId)} and ${day(status === 'paid' ? 'paid_at' : 'created_at', days)}`);

/** `standing`: neither cancelled nor failed; `paid`: by the day of the payment. */
function hasStatus(status: string) {
  if (status === 'paid') return sql`true`;
  return status === 'standing'
    ? sql`order_status not in ('order-cancelled', 'order-failed')`
    : sql`order_status like ${status}`;
}

const periods = ['period=today', 'period=7', 'period=30', '', 'from=2026-02-10&to=2026-02-20', 'period=year'];

describe('figures', () => {
  beforeEach(peopleMarket);

  it('of a period and the previous one equal plain SQL, for everybody their own', async () => {
    for (const query of periods) {
      for (const person of ['super_admin', 'store_owner', 'otherOwner'] as const) {
        const shop = { super_admin: undefined, store_owner: scene.shop.id, otherOwner: scene.otherShop.id }[
          person
        ];
        const basis = pick(['placed', 'paid'] as const);
        const { figures, period, previous, until } = await ask(person, `figures?basis=${basis}&${query}`);
        const status = basis === 'placed' ? 'standing' : 'paid';
        const isNow = period.to === '2026-03-10';
        expect([query, until?.slice(11, 16)]).toEqual([query, isNow ? '09:00' : undefined]);
        for (const [days, key] of [
          [period, 'value'],
          // Today is compared with the same hours.
          [{ ...previous, until }, 'previous'],
        ] as const) {
          const revenue = await plainOrders(sql`coalesce(sum(paid_total), 0)`, shop, days, status);
          const orders = await plainOrders(sql`count(*)`, shop, days, status);
          const refunded = shop === undefined ? sql`distinct r.id, r.amount` : sql`l.id, l.amount`;
          const refunds = await plain(sql`select coalesce(sum(amount), 0) from (select ${refunded}
            from refunds r join refund_lines l on l.refund_id = r.id
            where r.status = 'approved' and ${day('r.decided_at', days)}
              and (${shop === undefined} or l.shop_id = ${shop ?? 0})) given`);
          expect([person, query, key, figures.revenue?.[key], figures.orders?.[key]]).toEqual([
            ...[person, query, key, revenue, orders],
          ]);
          expect(figures.average?.[key]).toBe(
            orders ? Math.round(Math.round(revenue * 100) / orders) / 100 : 0,
          );
          expect([query, figures.refunds?.[key]]).toEqual([query, refunds]);
        }
      }
    }
  });

  it('of the marketplace only: commission and new accounts', async () => {
    for (const query of periods) {
      const { figures, period } = await ask('super_admin', `figures?${query}`);
      const came = (table: 'users' | 'shops', are: ReturnType<typeof sql>) =>
        plain(sql`select count(*) from ${sql.table(table)} where ${day('created_at', period)} and ${are}`);
      expect(figures.customers?.value).toBe(await came('users', sql`permissions = array['customer']`));
      expect(figures.vendors?.value).toBe(
        await came('users', sql`'store_owner' = any(permissions) and not 'super_admin' = any(permissions)`),
      );
      expect(figures.shops?.value).toBe(await came('shops', sql`true`));
      const kept = await plain(sql`select coalesce(sum(amount - credited_amount), 0) from orders
        where credited_at is not null and ${day('credited_at', period)}`);
      const lost = await plain(sql`select coalesce(sum(l.amount - l.vendor_amount), 0) from refund_lines l
        join refunds r on r.id = l.refund_id where r.status = 'approved' and ${day('r.decided_at', period)}`);
      expect([query, figures.commission?.value]).toEqual([query, Math.round((kept - lost) * 100) / 100]);
      const { body } = await api.request<{ commission: { commission: number } }>(
        scene.super_admin,
        'GET',
        `ledger/summary?from=${period.from}&to=${period.to}`,
      );
      expect(body.commission.commission).toBe(figures.commission?.value);
    }
    expect(Object.keys((await ask('store_owner', 'figures')).figures)).toEqual([
      ...['revenue', 'orders', 'average', 'refunds'],
    ]);
  });

  it('equal the linked list to the kopeck', async () => {
    for (const person of ['super_admin', 'store_owner'] as const) {
      const { figures, period } = await ask(person, 'figures?period=90&basis=paid');
      const placed = (await ask(person, 'figures?period=90')).figures;
      const { from, to } = period;
      const list = async (search: string, family = 'orders') => {
        const path = `${family}?limit=100&searchJoin=and&search=${search}`;
        const { body } = await api.request(scene[person], 'GET', path);
        return {
          total: body.total,
          sum: (key: string) =>
            body.data.reduce((all, row) => all + Math.round(Number(row[key]) * 100), 0) / 100,
        };
      };
      const days = `created_from:${from};created_to:${to}`;
      const counted = await list(`money:in-revenue;${days}`);
      expect([counted.total, counted.sum('paid_total')]).toEqual([
        placed.orders?.value,
        placed.revenue?.value,
      ]);
      const paid = await list(`paid_from:${from};paid_to:${to}`);
      expect([paid.total, paid.sum('paid_total')]).toEqual([figures.orders?.value, figures.revenue?.value]);
      const refunds = await list(`status:approved;decided_from:${from};decided_to:${to}`, 'refunds');
      expect(refunds.sum('amount')).toBe(figures.refunds?.value);
      if (person === 'super_admin') {
        expect((await list(`role:customer;${days}`, 'users')).total).toBe(figures.customers?.value);
        expect((await list(days, 'shops')).total).toBe(figures.shops?.value);
      }
    }
  });

  it('of statuses and of the chart equal plain SQL, and add up to the figures', async () => {
    for (const [person, shop] of [
      ['super_admin', undefined],
      ['store_owner', scene.shop.id],
    ] as const) {
      for (const query of periods) {
        const { statuses, period, previous, until } = await ask(person, `statuses?${query}`);
        for (const status of orderStatuses) {
          expect([status, statuses[status]]).toEqual([
            status,
            {
              value: await plainOrders(sql`count(*)`, shop, period, status),
              previous: await plainOrders(sql`count(*)`, shop, { ...previous, until }, status),
            },
          ]);
        }
        const basis = pick(['placed', 'paid'] as const);
        const { figures } = await ask(person, `figures?basis=${basis}&${query}`);
        for (const step of ['day', 'week', 'month', '']) {
          const sales = await ask(person, `sales?basis=${basis}&${query}&step=${step}`);
          const sum = (key: 'revenue' | 'previous_revenue') =>
            Math.round(sales.points.reduce((all, point) => all + point[key] * 100, 0)) / 100;
          expect([sum('revenue'), sum('previous_revenue')]).toEqual([
            ...[figures.revenue?.value, figures.revenue?.previous],
          ]);
          for (const point of sales.points.slice(-3)) {
            const revenue = sql`coalesce(sum(paid_total), 0)`;
            const status = basis === 'placed' ? 'standing' : 'paid';
            expect(point.revenue).toBe(await plainOrders(revenue, shop, point, status));
          }
        }
      }
    }
  });

  it('of the dialect come in one response', async () => {
    for (const person of ['super_admin', 'store_owner', 'staff'] as const) {
      const shop = person === 'super_admin' ? undefined : scene.shop.id;
      const { body } = await api.request<Record<string, unknown>>(scene[person], 'GET', 'analytics');
      const sees = person !== 'staff';
      const ever = { from: '2000-01-01', to: '2100-01-01' };
      const today = { from: '2026-03-10', to: '2026-03-10' };
      const paid = sql`coalesce(sum(paid_total), 0)`;
      expect(body).toMatchObject({
        totalRevenue: sees ? await plainOrders(paid, shop, ever, 'order-completed') : 0,
        todaysRevenue: sees ? await plainOrders(paid, shop, today, 'order-completed') : 0,
        totalOrders: await plainOrders(sql`count(*)`, shop, ever),
        totalShops: shop ? 1 : 2,
        totalVendors: shop
          ? 0
          : await plain(sql`select count(*) from users where permissions @> array['store_owner']
          and not permissions @> array['super_admin']`),
      });
      for (const [key, from] of [
        ['todayTotalOrderByStatus', '2026-03-10'],
        ['weeklyTotalOrderByStatus', '2026-03-04'],
        ['monthlyTotalOrderByStatus', '2026-02-09'],
      ] as const) {
        const counts = body[key] as Record<string, number>;
        const days = { from, to: '2026-03-10' };
        expect(Object.keys(counts)).toHaveLength(8);
        expect(counts.complete).toBe(await plainOrders(sql`count(*)`, shop, days, 'order-completed'));
        expect(counts.pending).toBe(await plainOrders(sql`count(*)`, shop, days, 'order-pending'));
      }
      const months = body.totalYearSaleByMonth as { month: string; total: number }[];
      const february = { from: '2026-02-01', to: '2026-02-28' };
      expect(months[1]).toEqual({
        month: 'February',
        total: sees ? await plainOrders(paid, shop, february, 'order-completed') : 0,
      });
      expect(months).toHaveLength(12);
    }
  });
});

/** Daily counts that differ from a recount; empty when they agree. */
async function wrongDays(zone = 'Europe/Moscow'): Promise<unknown[]> {
  const { rows } = await sql`
    with counted as (select shop_id, day, status, sum(orders) as orders, sum(paid) as paid from order_days group by 1, 2, 3
        having sum(orders) <> 0 or sum(paid) <> 0),
      plain as (select coalesce(shop_id, 0) as shop_id, (created_at at time zone ${zone})::date as day,
        order_status as status, count(*) as orders, sum(paid_total) as paid
        from orders where deleted_at is null group by 1, 2, 3)
    (select * from counted except select * from plain) union all (select * from plain except select * from counted)
    `.execute(api.db);
  const credited = await sql`
    with counted as (select day, sum(orders) as orders, sum(credited) as credited from commission_days group by 1
        having sum(orders) <> 0 or sum(credited) <> 0),
      each as (select credited_at as at, 1 as orders, credited_amount as credited from orders
          where parent_id is not null and credited_at is not null
        union all select r.decided_at, 0, -l.vendor_amount from refunds r join refund_lines l on l.refund_id = r.id
          where r.status = 'approved'),
      plain as (select (at at time zone ${zone})::date as day, sum(orders) as orders, sum(credited) as credited
        from each group by 1 having sum(orders) <> 0 or sum(credited) <> 0)
    (select * from counted except select * from plain) union all (select * from plain except select * from counted)
    `.execute(api.db);
  const paid = await sql`
    with counted as (select shop_id, day, sum(orders) as orders, sum(paid) as paid from paid_days group by 1, 2
        having sum(orders) <> 0 or sum(paid) <> 0),
      plain as (select coalesce(shop_id, 0) as shop_id, (paid_at at time zone ${zone})::date as day,
        count(*) as orders, sum(paid_total) as paid from orders
        where deleted_at is null and paid_at is not null group by 1, 2)
    (select * from counted except select * from plain) union all (select * from plain except select * from counted)
    `.execute(api.db);
  return [...rows, ...credited.rows, ...paid.rows];
}

describe('daily counts', () => {
  beforeEach(peopleMarket);

  it('equal a recount after any history, and after the clean-up job, also when two run concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      expect(await wrongDays()).toEqual([]);
      const some = sql`id % 3 = ${round % 3}`;
      await sql`update orders set order_status = ${pick(orderStatuses)} where ${some}`.execute(api.db);
      await sql`update orders set deleted_at = ${pick([null, new Date()])} where id % 5 = ${round}`.execute(
        api.db,
      );
      await sql`update orders set credited_at = ${someMoment()}, credited_amount = 1 where ${some}
        and parent_id is not null`.execute(api.db);
      await sql`update orders set paid_at = ${pick([null, someMoment()])} where ${some}`.execute(api.db);
      await Promise.all([sumCounted(api.db), sumCounted(api.db)]);
      expect(await wrongDays()).toEqual([]);
    }
    const left = await plain(sql`select count(*) from order_days where not is_summed`);
    const lines = await plain(
      sql`select max(count) from (select count(*) from order_days group by shop_id, day, status) each`,
    );
    expect({ left, lines }).toEqual({ left: 0, lines: 1 });
  });

  it('drop what was rolled back, and follow the time zone', async () => {
    const undone = api.db.transaction().execute(async (db) => {
      await sql`update orders set order_status = 'order-failed'`.execute(db);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await wrongDays()).toEqual([]);

    const move = async (timeZone: string) => {
      const body = { options: { timeZone } };
      expect((await api.request(scene.super_admin, 'POST', 'settings', body)).status).toBe(200);
    };
    await move('Asia/Vladivostok');
    expect(await wrongDays('Asia/Vladivostok')).toEqual([]);
    await sql`update orders set order_status = 'order-completed' where id % 2 = 0`.execute(api.db);
    expect(await wrongDays('Asia/Vladivostok')).toEqual([]);
    await move('Europe/Moscow');
    expect(await wrongDays()).toEqual([]);
  });

  it('block nobody', async () => {
    const { rows } = await sql<{
      id: number;
    }>`select id from orders where shop_id = ${scene.shop.id}`.execute(api.db);
    await Promise.all(
      rows
        .slice(0, 8)
        .map(({ id }) =>
          sql`update orders set order_status = 'order-processing' where id = ${id}`.execute(api.db),
        ),
    );
    expect(await wrongDays()).toEqual([]);
  });
});
