import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { averageOrderValue } from '@/contract/insights/analytics';
import { workbookType } from '@/server/core/documents/xlsx/write';
import { sumCounted } from '@/server/modules/insights/dashboards/analytics-days';
import { buildShop } from '../../support/factories';
import { buildOrder } from '../../support/orders';
import { buildProduct, buildSale } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Access rights of the dashboards: no other shop's data, no money for staff. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';
const ask = (person: Person | null, path: string) =>
  api.request<Record<string, never>>(person && scene[person], 'GET', path);
const status = async (person: Person | null, path: string) => (await ask(person, path)).status;

const counts = ['analytics', 'analytics/figures', 'analytics/statuses', 'analytics/waiting'];
const money = ['analytics/sales', 'analytics/balance'];
const exportedCounts = ['figures', 'statuses', 'goods', 'categories'].map(
  (table) => `analytics/${table}/export`,
);
const exportedMoney = ['analytics/sales/export', 'analytics/shops/export'];

describe('access', () => {
  it('is refused to the wrong roles', async () => {
    const closed = [...money, ...exportedMoney];
    for (const path of [...counts, ...exportedCounts, ...closed]) {
      expect([path, await status(null, path)]).toEqual([path, 401]);
      expect([path, await status('customer', path)]).toEqual([path, 403]);
      expect([path, await status('staff', path)]).toEqual([path, closed.includes(path) ? 403 : 200]);
      expect([path, await status('store_owner', path)]).toEqual([path, 200]);
      expect([path, await status('super_admin', path)]).toEqual([path, 200]);
    }
  });

  it('is 404 for another vendor’s shop', async () => {
    for (const path of [...counts, ...money]) {
      for (const scope of [`shop_id=${scene.shop.id}`, `shop=${scene.shop.slug}`]) {
        expect(await status('otherOwner', `${path}?${scope}`)).toBe(404);
        expect(await status('store_owner', `${path}?${scope}`)).toBe(200);
        expect(await status('super_admin', `${path}?${scope}`)).toBe(200);
      }
      expect(await status('super_admin', `${path}?shop=net-takoy`)).toBe(404);
    }
    expect(await status('staff', `analytics?shop_id=${scene.otherShop.id}`)).toBe(404);
  });

  it('is refused with an invalid period', async () => {
    const wrong = ['period=13', 'from=2026-01-01', 'to=2026-01-01', 'from=2026-02-30&to=2026-03-01'];
    wrong.push('from=2026-03-02&to=2026-03-01', 'from=2000-01-01&to=2026-03-01', 'shop_id=x');
    expect(await status('super_admin', 'analytics/figures?basis=x')).toBe(422);
    expect(await status('super_admin', 'analytics/shops/export?period=13')).toBe(422);
    expect(await status('super_admin', 'analytics/categories/export?by=colour')).toBe(422);
    expect(await status('super_admin', 'analytics/goods/export?shop_id=x')).toBe(422);
    expect(await status('super_admin', 'analytics/goods/export?format=pdf')).toBe(422);
    for (const query of wrong) {
      for (const path of ['figures', 'statuses', 'sales']) {
        expect([query, await status('super_admin', `analytics/${path}?${query}`)]).toEqual([query, 422]);
      }
    }
    expect(await status('super_admin', 'analytics/sales?step=hour')).toBe(422);
    expect(await status('super_admin', 'orders?search=created_from:2026-02-31')).toBe(422);
    expect(await status('super_admin', 'refunds?search=decided_to:soon')).toBe(422);
  });

  it('shows staff no money, and no orders without that scope', async () => {
    await buildOrder(api, { lines: [{ shop: scene.shop }] });
    const figures = async () => Object.entries((await ask('staff', 'analytics/figures')).body.figures ?? {});
    expect((await figures()).map(([name]) => name)).toEqual(['orders', 'completed', 'cancelled']);
    expect((await figures())[0]).toEqual(['orders', { value: 1, previous: 0 }]);
    await sql`update users set permissions = array['staff', 'customer', 'staff:catalogue']
      where id = ${scene.staff.id}`.execute(api.db);
    expect((await figures())[0]).toEqual(['orders', { value: 0, previous: 0 }]);
    expect((await ask('staff', 'analytics/waiting')).body).toEqual({ 'rejected-products': { count: 0 } });
  });

  it('shows an owner nothing of another', async () => {
    await buildOrder(api, { lines: [{ shop: scene.otherShop }], status: undefined });
    await sql`update orders set order_status = 'order-completed'`.execute(api.db);
    const read = async (person: Person) => (await ask(person, 'analytics')).body.totalRevenue;
    expect([await read('store_owner'), await read('otherOwner')]).toEqual([0, 1000]);
  });
});

describe('pending work', () => {
  it('is an administrator’s decisions, and a shop’s tasks', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop });
    const order = await buildOrder(api, { lines: [{ shop: scene.shop, product }] });
    await sql`update products set status = 'rejected' where id = ${product.id}`.execute(api.db);
    await sql`update shops set is_active = false where id = ${scene.otherShop.id}`.execute(api.db);
    await sql`insert into refunds (order_id, amount) values (${order.id}, 100.5)`.execute(api.db);
    await sql`insert into product_reviews (product_id, shop_id, submitted_at)
      values (${product.id}, ${scene.shop.id}, now())`.execute(api.db);
    await sql`insert into questions (product_id, shop_id, user_id, question)
      values (${product.id}, ${scene.shop.id}, ${scene.customer.id}, 'Когда привезёте?')`.execute(api.db);
    // Two complaints about one subject are one case.
    await sql`insert into abusive_reports (user_id, model_type, model_id, message)
      select u, 'Review', 1, 'Грубо' from unnest(${[scene.customer.id, scene.otherOwner.id]}::bigint[]) u`.execute(
      api.db,
    );

    expect((await ask('super_admin', 'analytics/waiting')).body).toEqual({
      late: { count: 0 },
      shops: { count: 1 },
      papers: { count: 0 },
      vendors: { count: 0 },
      products: { count: 1 },
      refunds: { count: 1, amount: 100.5 },
      withdraws: { count: 0, amount: 0 },
      approvals: { count: 0 },
      reports: { count: 1 },
    });
    for (const sale of [
      await buildSale(api.db, { to: '2030-01-01T00:00:00Z' }),
      await buildSale(api.db, { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
    ]) {
      const request = { title: sale.title, flash_sale_id: sale.id, shop_id: scene.shop.id };
      const asked = { ...request, created_by: scene.super_admin.id };
      await api.db
        .insertInto('flash_sale_requests')
        .values([{ ...asked, is_invitation: true }, asked])
        .execute();
    }
    const mine = {
      late: { count: 0 },
      ...{ orders: { count: 1 }, questions: { count: 1 } },
      ...{ 'rejected-products': { count: 1 }, invitations: { count: 1 } },
    };
    expect((await ask('store_owner', 'analytics/waiting')).body).toEqual(mine);
    expect((await ask('staff', 'analytics/waiting')).body).toEqual(mine);
    expect((await ask('super_admin', `analytics/waiting?shop_id=${scene.shop.id}`)).body).toEqual(mine);
    const none = Object.fromEntries(Object.keys(mine).map((name) => [name, { count: 0 }]));
    expect((await ask('otherOwner', 'analytics/waiting')).body).toEqual(none);
  });
});

describe('own shops', () => {
  it('are listed one by one, and add up to the total figures', async () => {
    const second = await buildShop(api.db, { owner: scene.store_owner });
    await buildOrder(api, {
      lines: [{ shop: scene.shop }, { shop: second, quantity: 2 }, { shop: scene.otherShop }],
    });
    await sql`update orders set paid_at = ${api.now()} where shop_id = ${second.id}`.execute(api.db);
    const path = 'analytics/shops?basis=paid';
    const { body } = await api.request<{ shops: unknown[] }>(scene.store_owner, 'GET', path);
    const { name, slug, id } = scene.shop;
    const zeros = { refunds: 0, hours_to_ship: null, balance: 0 };
    expect(body.shops).toEqual([
      { shop: second, ...zeros, orders: 1, revenue: 2000, refund_rate: 0, waiting: 1 },
      { shop: { id, name, slug }, ...zeros, orders: 0, revenue: 0, refund_rate: null, waiting: 1 },
    ]);
    expect([await status(null, 'analytics/shops'), await status('staff', 'analytics/shops')]).toEqual([
      401, 403,
    ]);
    const popular = `popular-products?search=shop.slug:${scene.shop.slug},${second.slug}`;
    expect(await status('store_owner', popular)).toBe(200);
  });
});

describe('the average order', () => {
  it('is the revenue divided by the orders shown beside it, on every dashboard and in its files', async () => {
    await buildOrder(api, { lines: [{ shop: scene.shop, unitPrice: 1000_00 }] });
    await buildOrder(api, { lines: [{ shop: scene.shop, unitPrice: 500_01 }] });
    for (const status of ['order-cancelled', 'order-failed']) {
      const { id } = await buildOrder(api, { lines: [{ shop: scene.shop, unitPrice: 700_00 }] });
      await sql`update orders set order_status = ${status} where ${id} in (id, parent_id)`.execute(api.db);
    }
    await sql`update orders set paid_at = ${api.now()} where paid_total = 500.01`.execute(api.db);

    for (const [person, shop] of [
      ['super_admin', ''],
      ['super_admin', `&shop_id=${scene.shop.id}`],
      ['store_owner', ''],
    ] as const) {
      for (const [basis, revenue, orders, average] of [
        ['placed', 1500.01, 2, 750.01],
        ['paid', 500.01, 1, 500.01],
      ] as const) {
        const query = `basis=${basis}${shop}`;
        const { body } = await api.request<Figures>(scene[person], 'GET', `analytics/figures?${query}`);
        const { figures } = body;
        expect([person, query, figures.revenue.value, figures.orders.value, figures.average.value]).toEqual([
          ...[person, query, revenue, orders, average],
        ]);
        const sales = (await api.request<Sales>(scene[person], 'GET', `analytics/sales?${query}`)).body;
        expect(sales.points.reduce((all, point) => all + point.orders, 0)).toBe(orders);
        const csv = String((await ask(person, `analytics/figures/export?${query}`)).body);
        const line = (name: string) => csv.split('\n').find((one) => one.includes(name)) ?? '';
        expect(line('Средний чек')).toContain(`;${average.toFixed(2).replace('.', ',')};`);
        expect(line('Заказы')).toContain(`;${orders};`);
      }
    }
    const { body } = await api.request<{ shops: object[] }>(scene.super_admin, 'GET', 'analytics/shops');
    expect(body.shops).toMatchObject([{ revenue: 1500.01, orders: 2 }]);
  });

  it('is zero without orders, and rounds half a kopeck up', () => {
    expect([
      averageOrderValue(0, 0),
      averageOrderValue(100, 8),
      averageOrderValue(99, 2),
      averageOrderValue(-99, 2),
    ]).toEqual([0, 13, 50, -49]);
  });
});

type Figures = { figures: Record<'revenue' | 'orders' | 'average', { value: number }> };
type Sales = { points: { orders: number }[] };

describe('all shops', () => {
  interface Answer {
    shops: { shop: { name: string }; revenue: number; refund_rate: number; hours_to_ship: number }[];
  }

  /** A sale of two shops; the first ships its part after five hours and refunds a tenth. */
  async function sale() {
    const order = await buildOrder(api, {
      lines: [{ shop: scene.shop }, { shop: scene.otherShop, quantity: 3 }],
    });
    const { rows } = await sql<{ id: number; total: number }>`update orders
      set order_status = 'order-out-for-delivery' where shop_id = ${scene.shop.id}
      returning id, paid_total as total`.execute(api.db);
    const [part] = rows;
    await sql`insert into order_events (order_id, root_id, at, kind, "from", "to")
      select id, parent_id, created_at + hours * interval '1 hour', 'status', 'order-processing', "to"
      from orders, (values (5, 'order-out-for-delivery'), (90, 'order-completed')) moves (hours, "to")
      where id = ${part?.id ?? 0}`.execute(api.db);
    await sql`with asked as (insert into refunds (order_id, amount, status, decided_at, origin)
        values (${order.id}, ${Number(part?.total) / 10}, 'approved', ${api.now()}, 'cancellation') returning id, amount)
      insert into refund_lines (refund_id, order_line_id, shop_id, quantity, amount, vendor_amount)
      select asked.id, l.id, l.shop_id, 1, asked.amount, 0 from asked, order_lines l
      where l.shop_id = ${scene.shop.id} limit 1`.execute(api.db);
  }

  it('are ordered by turnover for an administrator, with refunds and time to ship', async () => {
    await sale();

    const { body } = await api.request<Answer>(scene.super_admin, 'GET', 'analytics/shops');

    expect(body.shops.map(({ shop }) => shop.name)).toEqual([scene.otherShop.name, scene.shop.name]);
    expect(body.shops[1]).toMatchObject({ refund_rate: 0.1, hours_to_ship: 5 });
    expect(body.shops[0]).toMatchObject({ refund_rate: 0, hours_to_ship: null });
    const empty = 'analytics/shops?from=2025-01-01&to=2025-01-02';
    expect((await api.request<Answer>(scene.super_admin, 'GET', empty)).body.shops).toEqual([]);
  });

  it('are exported, to a vendor only their own', async () => {
    await sale();
    const read = async (person: Person) => {
      const { body, headers } = await api.request<string>(scene[person], 'GET', 'analytics/shops/export');
      expect(headers['content-type']).toContain('text/csv');
      return String(body).trim().split('\n');
    };

    const all = await read('super_admin');
    expect(all).toHaveLength(3);
    expect(all[0]).toContain('Магазин;Выручка;Заказы;Возвраты');
    expect(all[2]).toMatch(new RegExp(`^${scene.shop.name};\\d+,\\d\\d;1;\\d+,\\d\\d;10 %;5;0;0,00`));
    const asked = 'analytics/shops/export?format=xlsx';
    const { status: answered, headers } = await api.request(scene.super_admin, 'GET', asked);
    expect([answered, headers['content-type']]).toEqual([200, workbookType]);
    expect(headers['content-disposition']).toContain('shops.xlsx');
    expect(await status('super_admin', 'analytics/shops/export?format=pdf')).toBe(422);
    expect(await read('otherOwner')).toHaveLength(2);
    expect((await read('otherOwner')).join()).not.toContain(scene.shop.name);
  });
});

describe('categories', () => {
  it('are ordered by sales in each shop, for everybody their own', async () => {
    const [one, other] = [
      await buildProduct(api.db, { shop: scene.shop }),
      await buildProduct(api.db, { shop: scene.otherShop }),
    ];
    await sql`with made as (insert into categories (name, slug, type_id)
        select 'Чай', 'chay', type_id from products where id = ${one.id} returning id)
      insert into category_product (category_id, product_id) select id, unnest(array[${one.id}, ${other.id}]::bigint[])
      from made`.execute(api.db);
    await sql`update products set sold_quantity = case id when ${one.id} then 3 else 5 end`.execute(api.db);
    const read = async (person: Person) => (await ask(person, 'category-wise-product-sale')).body;
    const line = (shop: { name: string; slug: string }, total_sales: number) => ({
      category_name: 'Чай',
      category_slug: 'chay',
      category_id: expect.any(Number),
      total_sales,
      shop_name: shop.name,
      shop_slug: shop.slug,
    });
    expect(await read('super_admin')).toEqual([line(scene.otherShop, 5), line(scene.shop, 3)]);
    expect(await read('store_owner')).toEqual([line(scene.shop, 3)]);
    // Counts stay equal after folding; trashed products leave, recategorized ones move.
    await sumCounted(api.db);
    await sql`update products set sold_quantity = 9 where id = ${one.id}`.execute(api.db);
    expect(await read('super_admin')).toEqual([line(scene.shop, 9), line(scene.otherShop, 5)]);
    await sql`update products set deleted_at = now() where id = ${one.id}`.execute(api.db);
    expect(await read('super_admin')).toEqual([line(scene.otherShop, 5)]);
    await sql`update products set deleted_at = null where id = ${one.id}`.execute(api.db);
    await sql`delete from category_product where product_id = ${other.id}`.execute(api.db);
    await sumCounted(api.db);
    expect(await read('super_admin')).toEqual([line(scene.shop, 9)]);
    await sql`delete from products where id = ${one.id}`.execute(api.db);
    expect(await read('super_admin')).toEqual([]);
    expect(await status(null, 'category-wise-product-sale')).toBe(401);
    expect(await status('customer', 'category-wise-product-sale')).toBe(403);
    expect(await status('super_admin', 'category-wise-product-sale?limit=0')).toBe(422);
  });
});

describe('exports of bestsellers', () => {
  const lines = async (person: Person, table: string, query = '') => {
    const path = `analytics/${table}/export${query}`;
    const { body, headers } = await api.request<string>(scene[person], 'GET', path);
    expect(headers['content-type']).toContain('text/csv');
    return String(body).replace('\ufeff', '').trim().split(/\r?\n/);
  };
  const stock = async () => {
    const mine = await buildProduct(api.db, { shop: scene.shop, name: 'Чай' });
    const other = await buildProduct(api.db, { shop: scene.otherShop, name: 'Мёд' });
    await sql`update products set sold_quantity = case id when ${mine.id} then 3 else 5 end, status = 'publish'
      where id in (${mine.id}, ${other.id})`.execute(api.db);
    await sql`with made as (insert into categories (name, slug, type_id)
        select 'Полка', 'polka', type_id from products where id = ${mine.id} returning id)
      insert into category_product (category_id, product_id)
      select id, unnest(array[${mine.id}, ${other.id}]::bigint[]) from made`.execute(api.db);
  };

  it('list the bestselling products, for a vendor and staff only their own', async () => {
    await stock();

    const all = await lines('super_admin', 'goods');
    expect(all[0]).toBe('Товар;Артикул;Магазин;Продано');
    expect(all.slice(1, 3).map((line) => line.split(';').filter((_cell, at) => at !== 1))).toEqual([
      ['Мёд', scene.otherShop.name, '5'],
      ['Чай', scene.shop.name, '3'],
    ]);
    for (const person of ['store_owner', 'staff'] as const)
      expect((await lines(person, 'goods')).slice(1).map((line) => line.split(';')[0])).toEqual(['Чай']);
    expect(await lines('super_admin', 'goods', `?shop_id=${scene.shop.id}`)).toHaveLength(2);
    expect(await status('store_owner', `analytics/goods/export?shop_id=${scene.otherShop.id}`)).toBe(404);
  });

  it('list the categories by sales or by products', async () => {
    await stock();

    expect(await lines('super_admin', 'categories')).toEqual([
      'Категория;Магазин;Продано',
      `Полка;${scene.otherShop.name};5`,
      `Полка;${scene.shop.name};3`,
    ]);
    expect(await lines('store_owner', 'categories', '?by=products')).toEqual([
      'Категория;Магазин;Товары',
      `Полка;${scene.shop.name};1`,
    ]);
    expect(await status('store_owner', `analytics/categories/export?shop_id=${scene.otherShop.id}`)).toBe(
      404,
    );
    const asked = 'analytics/categories/export?format=xlsx';
    const { headers } = await api.request(scene.super_admin, 'GET', asked);
    expect(headers['content-type']).toBe(workbookType);
    expect(headers['content-disposition']).toContain('categories.xlsx');
  });
});
