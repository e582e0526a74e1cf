import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildScene, type Scene } from '../../support/factories';
import type { TestApp } from '../../support/server';
import { buildMarketplace, otherClientApp, type Rows } from './dialect-scene';

/** Lists accept the query of each list of other clients. */
let api: TestApp;
let scene: Scene;
let rows: Rows;

beforeAll(async () => {
  api = await otherClientApp();
  scene = await buildScene(api.db);
  rows = await buildMarketplace(api, scene);
});
afterAll(() => api.close());

const idsOf = async (path: string) => {
  const { status, body } = await api.request(scene.super_admin, 'GET', path);
  expect([path, status]).toEqual([path, 200]);
  return body.data.map(({ id }) => id);
};

it.each([
  ...['products', 'orders', 'users', 'shops', 'types', 'categories', 'tags', 'authors', 'manufacturers'],
  ...['attributes', 'coupons', 'refunds', 'reviews', 'questions', 'withdraws', 'faqs', 'store-notices'],
  ...['terms-and-conditions', 'flash-sale', 'taxes', 'shippings', 'conversations', 'notify-logs'],
])('%s ignores filters of other clients that have no value', async (endpoint) => {
  const empty = 'text=&type=&shop_id=&name=&status=&with=shop;type&searchJoin=and&search=';

  expect(await idsOf(`${endpoint}?page=1&${empty}`)).toEqual(await idsOf(`${endpoint}?page=1`));
});

it.each([
  ['authors', (group: string) => `type.slug:${group};is_approved:1`, 'authors'],
  ['manufacturers', (group: string) => `type.slug:${group};shop_id:1`, 'manufacturers'],
  ['refunds', () => 'name:скол', 'refund'],
])('%s accept the search keys of other clients', async (endpoint, search, row) => {
  const found = (text: string) =>
    idsOf(`${endpoint}?page=1&searchJoin=and&search=${encodeURIComponent(text)}`);
  const group = String(rows.groups?.slug);

  expect(await found(search(group))).toEqual([rows[row]?.id]);
  expect(await found(search('no-such').replace('скол', 'трещина'))).toEqual([]);
});

it('refunds are found by the group of the returned goods and by their shop', async () => {
  const { slug } = await api.db
    .selectFrom('refund_lines')
    .innerJoin('order_lines', 'order_lines.id', 'refund_lines.order_line_id')
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .innerJoin('groups', 'groups.id', 'products.type_id')
    .select('groups.slug')
    .executeTakeFirstOrThrow();
  const search = (text: string) => idsOf(`refunds?page=1&searchJoin=and&search=${encodeURIComponent(text)}`);

  expect(await search(`type.slug:${slug};shop_id:${scene.shop.id}`)).toEqual([rows.refund?.id]);
  expect(await search(`type.slug:no-such;shop_id:${scene.shop.id}`)).toEqual([]);
  expect(await search(`type.slug:${slug};shop_id:${scene.otherShop.id}`)).toEqual([]);
});

it('attributes are found by the group of the goods that use them', async () => {
  const search = (group: string) =>
    idsOf(`attributes?page=1&search=${encodeURIComponent(`type.slug:${group}`)}`);

  expect(await search(String(rows.groups?.slug))).toHaveLength(1);
  expect(await search('no-such')).toEqual([]);
});
