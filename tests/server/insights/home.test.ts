import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type {
  DuePayouts,
  EndingStock,
  PeriodCategories,
  PeriodHours,
  PeriodTrends,
} from '@/contract/insights/analytics/home';
import { orderStatuses } from '@/contract/orders/status';
import { sumCounted } from '@/server/modules/insights/dashboards/analytics-days';
import { countPace } from '@/server/modules/insights/dashboards/analytics-ending';
import { dice } from '../../support/dice';
import { buildOrder } from '../../support/orders';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Pictures of the home page: they add up to the figures beside them, and show nobody another shop's figures. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';
interface Answers {
  hours: PeriodHours;
  trends: PeriodTrends;
  categories: PeriodCategories;
  ending: EndingStock;
  payouts: DuePayouts;
  figures: { figures: Record<string, { value: number }> };
  statuses: { statuses: Record<string, { value: number }> };
  sales: { points: { from: string; revenue: number; orders: number }[] };
  waiting: { withdraws?: { count: number; amount: number } };
}
const ask = async <Part extends keyof Answers>(person: Person, part: Part, query = '') =>
  (await api.request<Answers[Part]>(scene[person], 'GET', `analytics/${part}?${query}`)).body;

const throwDice = dice(7);
const pick = <One>(of: readonly One[]): One => of[throwDice(of.length)] as One;
const paths = ['hours', 'trends', 'categories', 'ending', 'payouts'] as const;
const money: readonly string[] = ['categories', 'payouts'];

/** A category; a product of a subcategory counts in the one above. */
async function buildCategory(name: string, above?: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into categories (name, slug, parent_id)
    values (${name}, ${name}, ${above ?? null}) returning id`.execute(api.db);
  return rows[0]?.id ?? 0;
}

const put = (productId: number, categoryId: number) =>
  sql`insert into category_product (product_id, category_id) values (${productId}, ${categoryId})`.execute(
    api.db,
  );

/** Orders of two shops in seven categories, around midnights, in every status; some edited, removed or returned. */
async function sellAround(): Promise<void> {
  const goods: { shop: { id: number }; product: { id: number; name: string } }[] = [];
  const top = await buildCategory('top');
  const all = [await buildCategory('below', top), top];
  for (const name of ['a', 'b', 'c', 'd', 'e']) all.push(await buildCategory(name));
  for (let number = 0; number < 12; number += 1) {
    const shop = pick([scene.shop, scene.otherShop]);
    const product = await buildProduct(api.db, { shop });
    // Some goods have no category.
    if (number > 1) await put(product.id, all[number % all.length] ?? 0);
    goods.push({ shop, product });
  }
  for (let number = 0; number < 30; number += 1) {
    const lines = Array.from({ length: 1 + throwDice(3) }, () => ({
      ...pick(goods),
      unitPrice: 10_001 + throwDice(90_000),
      quantity: 1 + throwDice(3),
    }));
    const order = await buildOrder(api, { lines, off: { delivery: throwDice(50_000) } });
    const at = new Date(Date.UTC(2026, 2, 10, 21) - throwDice(70 * 24) * 3_600_000 - 1000 * throwDice(2));
    await sql`update orders set created_at = ${at} where ${order.id} in (id, parent_id)`.execute(api.db);
    await sql`update orders set order_status = ${pick(orderStatuses)} where ${order.id} in (id, parent_id)`.execute(
      api.db,
    );
    if (throwDice(2) === 0)
      await sql`update orders set paid_at = ${at} where ${order.id} in (id, parent_id)
        and order_status not in ('order-cancelled', 'order-failed')`.execute(api.db);
    if (throwDice(9) === 0)
      await sql`update orders set deleted_at = now() where ${order.id} in (id, parent_id)`.execute(api.db);
    if (number === 15) await sumCounted(api.db);
  }
}

const periods = ['period=today', 'period=7', 'period=30', 'from=2026-02-10&to=2026-02-20', 'period=year'];
const sum = (values: readonly number[]) =>
  values.reduce((all, value) => all + Math.round(value * 100), 0) / 100;

describe('pictures', () => {
  it('add up to the figures beside them, whatever happened to the orders', async () => {
    await sellAround();
    for (const query of periods) {
      for (const person of ['super_admin', 'store_owner', 'otherOwner'] as const) {
        for (const basis of ['placed', 'paid']) {
          const asked = `${query}&basis=${basis}`;
          const name = [person, asked];
          const { figures } = await ask(person, 'figures', asked);
          const hours = await ask(person, 'hours', asked);
          expect([...name, hours.orders]).toEqual([...name, figures.orders?.value]);
          expect(sum(hours.hours.map(({ orders }) => orders))).toBe(hours.orders);
          const { revenue, categories, rest } = await ask(person, 'categories', asked);
          expect([...name, revenue]).toEqual([...name, figures.revenue?.value]);
          expect(sum([...categories.map((line) => line.revenue), rest.revenue])).toBe(revenue);
          const { points } = await ask(person, 'sales', `${asked}&step=day`);
          const { buckets, trends, step } = await ask(person, 'trends', asked);
          if (step !== 'day') continue;
          const past = points.filter(({ from }) => from !== '2026-03-10');
          expect(buckets.map(({ from }) => from)).toEqual(past.map(({ from }) => from));
          expect(trends.revenue).toEqual(past.map((point) => point.revenue));
          expect(trends.orders).toEqual(past.map(({ orders }) => orders));
        }
      }
    }
  });

  it('count revenue by the top category as plain SQL does, at once and after the clean-up job', async () => {
    await sellAround();
    for (const round of ['appended', 'summed']) {
      const { categories, rest } = await ask('super_admin', 'categories', 'period=year');
      const { rows } = await sql<{ name: string; revenue: number }>`
        select coalesce(above.name, c.name) as name, sum(l.total) as revenue
        from order_lines l join orders o on o.id = l.order_id
          join category_product cp on cp.product_id = l.product_id
          join categories c on c.id = cp.category_id left join categories above on above.id = c.parent_id
        where o.deleted_at is null and o.order_status not in ('order-cancelled', 'order-failed')
        group by 1 order by 2 desc`.execute(api.db);
      expect([round, categories.map(({ category }) => category.name)]).toEqual([
        round,
        rows.slice(0, 5).map(({ name }) => name),
      ]);
      expect(categories.map(({ revenue }) => revenue)).toEqual(
        rows.slice(0, 5).map(({ revenue }) => Number(revenue)),
      );
      expect(rest.categories).toBe(rows.length - 5);
      await sumCounted(api.db);
    }
    const { rows: before } = await counted();
    await sql`select rebuild_order_days()`.execute(api.db);
    expect((await counted()).rows).toEqual(before);
  });

  it('place an order at its hour and weekday in the business time zone', async () => {
    // 00:30 on Tuesday in Moscow is still Monday in London.
    await buildOrder(api, { lines: [{ shop: scene.shop }], at: new Date('2026-03-09T21:30:00Z') });
    await sql`update orders set created_at = '2026-03-09T21:30:00Z'`.execute(api.db);
    expect((await ask('store_owner', 'hours', 'period=7')).hours).toEqual([
      { weekday: 2, hour: 0, orders: 1 },
    ]);
  });

  it('leave out today, which is not over, of the sparklines', async () => {
    await buildOrder(api, { lines: [{ shop: scene.shop }] });
    const { buckets, trends } = await ask('store_owner', 'trends', 'period=7');
    expect([buckets.length, buckets.at(-1)?.to, trends.orders]).toEqual([6, '2026-03-09', Array(6).fill(0)]);
    expect((await ask('store_owner', 'trends', 'period=today')).buckets).toEqual([]);
    expect((await ask('store_owner', 'trends', 'from=2026-03-01&to=2026-03-07')).buckets).toHaveLength(7);
  });

  it('are empty, not zeros, on an empty installation', async () => {
    expect((await ask('super_admin', 'hours')).hours).toEqual([]);
    expect((await ask('super_admin', 'categories')).categories).toEqual([]);
    expect((await ask('super_admin', 'ending')).goods).toEqual([]);
    const { days, waiting } = await ask('super_admin', 'payouts');
    expect([days.length, waiting]).toEqual([14, { count: 0, amount: 0 }]);
  });
});

const counted = () =>
  sql`select 'h' as kind, shop_id, basis, day::text as day, hour as key, sum(orders) as figure from order_hours
      group by 1, 2, 3, 4, 5 having sum(orders) <> 0
    union all select 'c', shop_id, basis, day::text, category_id, sum(revenue) from category_days
      group by 1, 2, 3, 4, 5 having sum(revenue) <> 0 order by 1, 2, 3, 4, 5`.execute(api.db);

describe('stock that ends', () => {
  const sell = async (quantity: number, stock: number, shop = scene.shop) => {
    const product = await buildProduct(api.db, { shop });
    await sql`update products set quantity = ${stock}, status = 'publish' where id = ${product.id}`.execute(
      api.db,
    );
    await buildOrder(api, { lines: [{ shop, product, quantity }] });
    await sql`update orders set created_at = '2026-03-05T10:00:00Z'`.execute(api.db);
    return product.id;
  };

  it('is divided by what was sold in 28 whole days, and equals the linked list', async () => {
    const soon = await sell(28, 3);
    await sell(28, 15);
    await sell(1, 100);
    const other = await sell(56, 4, scene.otherShop);
    // Sold out goods have ended already.
    await sell(10, 0);
    await countPace(api.db, api.now());
    const { total, goods } = await ask('store_owner', 'ending');
    expect([total, goods.map(({ id, per_day, days_left }) => [id, per_day, days_left])]).toEqual([
      1,
      [[soon, 1, 3]],
    ]);
    expect((await ask('super_admin', 'ending')).goods.map(({ id }) => id)).toEqual([other, soon]);
    const list = async (person: Person) =>
      (await api.request(scene[person], 'GET', 'products?status=publish&ends_within=14')).body.data.map(
        ({ id }) => id,
      );
    expect(new Set(await list('super_admin'))).toEqual(new Set([soon, other]));
    // How fast a shop sells is nobody else's business, though its products are public.
    expect(await list('store_owner')).toEqual([soon]);
    expect(await list('customer')).toEqual([]);
    expect((await api.request(scene.super_admin, 'GET', 'products?ends_within=soon')).status).toBe(422);
  });

  it('is counted once a day, and forgets what no longer sells', async () => {
    const id = await sell(28, 3);
    await countPace(api.db, api.now());
    await sell(28, 3);
    await countPace(api.db, api.now());
    expect((await ask('store_owner', 'ending')).goods.map((one) => one.id)).toEqual([id]);
    await countPace(api.db, new Date('2026-05-10T10:00:00Z'));
    expect((await ask('store_owner', 'ending')).goods).toEqual([]);
  });
});

describe('payouts', () => {
  beforeEach(async () => {
    const rows = [
      // Tuesday, three bank days later Friday; long overdue; being paid; on hold; another shop's.
      [scene.shop.id, 100, 'pending', '2026-03-10T08:00:00Z'],
      [scene.shop.id, 50, 'pending', '2026-02-01T08:00:00Z'],
      [scene.shop.id, 30, 'processing', '2026-03-06T08:00:00Z'],
      [scene.shop.id, 20, 'on_hold', '2026-03-06T08:00:00Z'],
      [scene.shop.id, 7, 'approved', '2026-03-06T08:00:00Z'],
      [scene.otherShop.id, 5, 'pending', '2026-03-10T08:00:00Z'],
    ] as const;
    for (const [shop, amount, status, at] of rows)
      await sql`insert into withdraws (shop_id, amount, status, created_at)
        values (${shop}, ${amount}, ${status}, ${at})`.execute(api.db);
  });

  it('stand on the bank day on which they are due, overdue ones on the first one', async () => {
    const { days, waiting, due, held } = await ask('store_owner', 'payouts');
    expect(days.filter((day) => day.waiting || day.due)).toEqual([
      { day: '2026-03-10', is_closed: false, waiting: 50, due: 0 },
      // 9 March is a day off for the holiday on Sunday.
      { day: '2026-03-12', is_closed: false, waiting: 0, due: 30 },
      { day: '2026-03-13', is_closed: false, waiting: 100, due: 0 },
    ]);
    expect(days.filter((day) => day.is_closed).map(({ day }) => day)).toEqual([
      ...['2026-03-14', '2026-03-15', '2026-03-21', '2026-03-22'],
    ]);
    expect([waiting, due, held]).toEqual([
      { count: 2, amount: 150 },
      { count: 1, amount: 30 },
      { count: 1, amount: 20 },
    ]);
  });

  it('that wait equal the chip', async () => {
    const { waiting, days } = await ask('super_admin', 'payouts');
    expect((await ask('super_admin', 'waiting')).withdraws).toEqual(waiting);
    expect(sum(days.map((day) => day.waiting))).toBe(waiting.amount);
  });
});

describe('access', () => {
  it('is refused to the wrong roles and to other shops', async () => {
    for (const path of paths) {
      const status = async (person: Person | null, query = '') =>
        (await api.request(person && scene[person], 'GET', `analytics/${path}?${query}`)).status;
      expect([path, await status(null)]).toEqual([path, 401]);
      expect([path, await status('customer')]).toEqual([path, 403]);
      expect([path, await status('staff')]).toEqual([path, money.includes(path) ? 403 : 200]);
      expect([path, await status('otherOwner', `shop=${scene.shop.slug}`)]).toEqual([path, 404]);
      expect([path, await status('store_owner', `shop=${scene.shop.slug}`)]).toEqual([path, 200]);
      if (path !== 'ending' && path !== 'payouts')
        expect([path, await status('super_admin', 'period=13')]).toEqual([path, 422]);
    }
  });

  it('shows staff no money, and no orders without that scope', async () => {
    await buildOrder(api, { lines: [{ shop: scene.shop }] });
    await sql`update orders set created_at = '2026-03-09T10:00:00Z'`.execute(api.db);
    expect(Object.keys((await ask('staff', 'trends')).trends)).toEqual(['orders', 'completed', 'cancelled']);
    expect((await ask('staff', 'hours')).orders).toBe(1);
    await sql`update users set permissions = array['staff', 'customer', 'staff:catalogue']
      where id = ${scene.staff.id}`.execute(api.db);
    expect((await ask('staff', 'hours')).orders).toBe(0);
    expect((await ask('otherOwner', 'hours')).orders).toBe(0);
  });
});
