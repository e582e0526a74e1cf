import { afterAll, beforeAll, expect, it } from 'vitest';
import { panelAccept } from '@/contract/core/panel-client';
import { buildScene, type Scene } from '../../support/factories';
import type { TestApp, Wire } from '../../support/server';
import { buildMarketplace, otherClientApp, type Rows } from './dialect-scene';

/** What shop fronts read of answers beside the fields of the dialect's admin clients. */
let api: TestApp;
let scene: Scene;
let rows: Rows;

beforeAll(async () => {
  api = await otherClientApp();
  scene = await buildScene(api.db);
  rows = await buildMarketplace(api, scene);
});
afterAll(() => api.close());

const get = async <Body = Wire>(user: { id: number } | null, path: string, accept = 'application/json') => {
  const { status, body } = await api.request<Body>(user, 'GET', path, undefined, { accept });
  expect([path, status]).toEqual([path, 200]);
  return body;
};

it('types are an array without a page, a page with one, and a page for our panel', async () => {
  const count = (await get<Wire[]>(null, 'types')).length;
  expect(count).toBeGreaterThan(0);
  expect(await get<Wire[]>(null, 'types?limit=1000&language=ru')).toHaveLength(count);
  expect(await get<Wire[]>(null, 'types?limit=1')).toHaveLength(1);
  expect(await get(null, 'types?limit=10&page=1')).toMatchObject({ data: expect.any(Array), total: count });
  expect(await get(null, 'types?limit=10', panelAccept)).toMatchObject({ data: expect.any(Array) });
});

it('products have their rating and stock in lists, and the reader’s reviews on their page', async () => {
  const { product_id } = await api.db
    .selectFrom('reviews')
    .select('product_id')
    .where('id', '=', Number(rows.review?.id))
    .executeTakeFirstOrThrow();
  const { data } = await get(null, 'products?page=1&limit=100');

  expect(data.find(({ id }) => id === product_id)).toMatchObject({ ratings: 4, in_stock: true });
  expect(data.find(({ id }) => id === rows.product?.id)).toMatchObject({ ratings: 0, in_stock: true });
  expect((await get(null, `products/${product_id}`)).my_review).toBeNull();
  expect((await get(scene.store_owner, `products/${product_id}`)).my_review).toBeNull();
  expect((await get(scene.customer, `products/${product_id}`)).my_review).toEqual([
    expect.objectContaining({ id: rows.review?.id, rating: 4, comment: 'Хорошая вещь' }),
  ]);
});

it('the goods of an order have the id that a review is written by, and the reader’s review', async () => {
  const { product_id, order_id } = await api.db
    .selectFrom('reviews')
    .select(['product_id', 'order_id'])
    .where('id', '=', Number(rows.review?.id))
    .executeTakeFirstOrThrow();
  type Goods = { id: number; line_id: number; product_id: number; my_review: Wire[] | null };
  const page = await get<{ products: Goods[]; children: { products: Goods[] }[] }>(
    scene.customer,
    `orders/${order_id}`,
  );
  const list = await get<{ data: (Wire & { products: Goods[] })[] }>(scene.customer, 'orders?page=1');
  const listed = list.data.find(({ id }) => id === order_id)?.products[0];

  for (const goods of [page.products[0], page.children[0]?.products[0], listed])
    expect([goods?.id, goods?.line_id === goods?.id]).toEqual([product_id, false]);
  expect(page.products[0]?.my_review).toEqual([expect.objectContaining({ id: rows.review?.id })]);
  const ours = await get<{ products: Goods[] }>(scene.super_admin, `orders/${order_id}`, panelAccept);
  expect(ours.products[0]?.id).toBe(page.products[0]?.line_id);
  expect(ours.products[0]?.my_review).toBeNull();
});

it('one’s questions have the product as lists show it', async () => {
  const { data } = await get<{ data: (Wire & { product: Wire })[] }>(scene.customer, 'my-questions?page=1');

  expect(data.map(({ id }) => id)).toEqual([rows.question?.id]);
  expect(data[0]?.product).toMatchObject({
    ...{ id: expect.any(Number), name: expect.any(String), slug: expect.any(String) },
    ...{ price: expect.any(Number), unit: expect.any(String), shop: expect.any(Object) },
  });
});

it('one’s shops have their address and settings', async () => {
  const address = { city: 'Казань' };
  await api.db
    .updateTable('shops')
    .set({ address: JSON.stringify(address), settings: JSON.stringify({ contact: '+7 (900) 123-45-67' }) })
    .where('id', '=', scene.shop.id)
    .execute();
  const me = await get<{ shops: Wire[] }>(scene.store_owner, 'me');

  expect(me.shops).toEqual([
    expect.objectContaining({
      ...{ id: scene.shop.id, address },
      settings: { contact: '+7 (900) 123-45-67', location: null, socials: [] },
    }),
  ]);
});
