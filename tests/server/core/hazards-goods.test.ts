import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ProductImport } from '@/contract/catalogue/products/imports';
import { place } from '../../support/checkout';
import { sendFile, settled } from '../../support/import-files';
import { orderOf } from '../../support/order-body';
import { buildOrder } from '../../support/orders';
import { buildGroup, buildProduct, buildSale } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { requisites } from '../../support/shops';

/** Races and losses around goods that no family's own file tests. */
const { api, scene } = setUpScene();

const stored = (id: number) =>
  api.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const read = (path: string) => api.request(scene.super_admin, 'GET', path);
const many = <Result>(count: number, run: (number: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_each, number) => run(number)));

it('fifty concurrent orders and corrections leave the exact stock', {
  timeout: 120_000,
}, async () => {
  const { id } = await buildProduct(api.db, { shop: scene.shop });
  await api.db.updateTable('products').set({ quantity: 100 }).where('id', '=', id).execute();
  const correct = { quantity: 103, quantity_was: 100, quantity_reason: 'Нашлись' };

  const answers = await many(50, (number) =>
    number % 2
      ? place(api, scene.customer, orderOf([{ product_id: id, order_quantity: 2 }]))
      : api.request(scene.store_owner, 'PUT', `products/${id}`, correct),
  );

  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  expect(await stored(id)).toMatchObject({ quantity: 100 - 25 * 2 + 25 * 3, sold_quantity: 50 });
  const stale = await api.request(scene.store_owner, 'PUT', `products/${id}`, { name: 'Чай', version: 1 });
  expect(stale.status).toBe(409);
});

it('products that joined a sale by request have their old price after it', async () => {
  const { id } = await buildProduct(api.db, { shop: scene.shop, price: 1000, salePrice: 900 });
  const before = await stored(id);
  const sale = await buildSale(api.db, {
    rate: 50,
    from: '2026-04-01T00:00:00Z',
    to: '2026-04-08T00:00:00Z',
  });
  const { terms } = (await api.request(scene.store_owner, 'GET', `flash-sale/${sale.id}`)).body;
  const asked = await api.request(scene.store_owner, 'POST', 'vendor-requests-for-flash-sale', {
    accepted_terms: terms,
    title: 'Наш чай',
    note: 'Двести пачек.',
    flash_sale_id: sale.id,
    requested_product_ids: [id],
  });
  const approve = 'approve-flash-sale-requested-products';
  expect((await api.request(scene.super_admin, 'POST', approve, { id: asked.body.id })).status).toBe(200);
  const priceOn = async (day: string) => {
    api.setNow(new Date(`${day}T12:00:00Z`));
    return (await read(`products/${id}`)).body.effective_price;
  };

  expect([await priceOn('2026-03-30'), await priceOn('2026-04-05'), await priceOn('2026-04-09')]).toEqual([
    900, 500, 900,
  ]);
  expect(await stored(id)).toEqual(before);
});

it('a group with products cannot be removed, by the API or in the database', async () => {
  const group = await buildGroup(api.db);
  const { id } = await buildProduct(api.db, { shop: scene.shop, group });
  const order = await buildOrder(api, { lines: [{ shop: scene.shop, product: { id, name: 'Чай' } }] });

  const refused = await api.request(scene.super_admin, 'DELETE', `types/${group.id}`);

  expect([refused.status, refused.body.uses]).toEqual([409, { products: 1 }]);
  await expect(sql`delete from groups where id = ${group.id}`.execute(api.db)).rejects.toThrow('foreign key');
  await expect(sql`delete from products where id = ${id}`.execute(api.db)).rejects.toThrow('foreign key');
  expect((await read(`orders/${order.id}`)).body.products).toMatchObject([{ order_quantity: 1 }]);
});

it('a shop with orders cannot be removed, by the API or in the database', async () => {
  const order = await buildOrder(api, { lines: [{ shop: scene.shop }] });
  await api.db.updateTable('products').set({ deleted_at: api.now() }).execute();

  const refused = await api.request(scene.super_admin, 'DELETE', `shops/${scene.shop.id}`);

  expect([refused.status, refused.body.message, refused.body.uses]).toEqual([409, 'IN_USE', { orders: 1 }]);
  await expect(sql`delete from shops where id = ${scene.shop.id}`.execute(api.db)).rejects.toThrow(
    'foreign key',
  );
  expect((await read(`orders/${order.id}`)).status).toBe(200);
});

it('closing and opening shops and banning owners does not change products', async () => {
  for (const status of ['publish', 'draft', 'unpublish'] as const) {
    await buildProduct(api.db, { shop: scene.shop, status });
  }
  const statuses = () => api.db.selectFrom('products').select(['id', 'status']).orderBy('id').execute();
  const before = await statuses();
  const act = async (path: string, id: number, more: object = {}) =>
    expect((await api.request(scene.super_admin, 'POST', path, { id, ...more })).status).toBe(200);
  await api.db
    .updateTable('shops')
    .set({ requisites: JSON.stringify(requisites) })
    .execute();

  await act('disapprove-shop', scene.shop.id);
  expect(await statuses()).toEqual(before);
  await act('approve-shop', scene.shop.id, { admin_commission_rate: 10 });
  expect(await statuses()).toEqual(before);
  await act('users/block-user', scene.store_owner.id);
  expect(await statuses()).toEqual(before);
  await act('users/unblock-user', scene.store_owner.id);

  expect(await statuses()).toEqual(before);
});

it('concurrent files of one name are imported separately', { timeout: 120_000 }, async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  const content = (number: number) =>
    `Артикул;Название;Группа;Цена;Остаток;Единица;Статус\nS-${number};Чашка ${number};Посуда;1;1;шт.;draft`;
  const sent = await many(10, (number) =>
    sendFile<ProductImport & Wire>(
      ...[api, scene.store_owner, 'product-imports', { name: 'товары.csv', content: content(number) }],
      { shop_id: String(scene.shop.id) },
    ),
  );

  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
  for (const { body } of sent) {
    await api.request(scene.store_owner, 'POST', `product-imports/${body.id}/run`);
    expect(await settled(api, scene.store_owner, body.id)).toMatchObject({ created: 1, rejected: 0 });
  }
  const rows = await api.db.selectFrom('products').select('name').orderBy('sku').execute();
  expect(rows.map(({ name }) => name)).toEqual(sent.map((_each, number) => `Чашка ${number}`));
});

it('removed rows are counted nowhere', async () => {
  const { id } = await buildProduct(api.db, { shop: scene.shop });
  const category = await api.request(scene.super_admin, 'POST', 'categories', { name: 'Чашки' });
  await api.db
    .insertInto('category_product')
    .values({ product_id: id, category_id: category.body.id })
    .execute();
  await api.db.updateTable('products').set({ sold_quantity: 9, quantity: 1 }).execute();
  const counts = async () => {
    const lists = [
      ...['popular-products', 'best-selling-products', 'category-wise-product', 'low-stock-products'],
    ];
    const found: number[] = [];
    for (const path of lists) {
      const { body } = await api.request<unknown[] & { data?: unknown[] }>(scene.super_admin, 'GET', path);
      found.push((body.data ?? body).length);
    }
    return [...found, (await read(`shops/${scene.shop.slug}`)).body.products_count];
  };

  expect(await counts()).toEqual([1, 1, 1, 1, 1]);
  expect((await api.request(scene.super_admin, 'DELETE', `products/${id}`)).status).toBe(200);
  expect(await counts()).toEqual([0, 0, 0, 0, 0]);
});
