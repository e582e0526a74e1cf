import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildScene, type Scene } from '../../support/factories';
import type { TestApp } from '../../support/server';
import { buildMarketplace, otherClientApp, type Rows, sender } from './dialect-scene';
import { differences } from './shape-check';
import { type ShapeName, shapes } from './shapes';

/**
 * Requests in the style of another admin client of the dialect: it sends back whole rows with everything it received.
 */
let api: TestApp;
let scene: Scene;
let rows: Rows;

beforeAll(async () => {
  api = await otherClientApp();
  scene = await buildScene(api.db);
  rows = await buildMarketplace(api, scene);
});
afterAll(() => api.close());

it.each<[family: string, endpoint: string, shape: ShapeName]>([
  ['tags', 'tags', 'tag'],
  ['categories', 'categories', 'category'],
  ['groups', 'types', 'group'],
  ['authors', 'authors', 'author'],
  ['manufacturers', 'manufacturers', 'manufacturer'],
  ['coupons', 'coupons', 'coupon'],
  ['taxes', 'taxes', 'tax'],
  ['shippings', 'shippings', 'shipping'],
  ['refund-policies', 'refund-policies', 'refundPolicy'],
  ['refund-reasons', 'refund-reasons', 'refundReason'],
  ['attributes', 'attributes', 'attribute'],
])('%s accept the whole row that was read, with nested records', async (family, endpoint, shape) => {
  const send = sender(api);
  const path = `${endpoint}/${rows[family]?.id}`;
  const read = await send(scene.super_admin, 'GET', `${path}?language=ru&with=shop;type`);
  const { version: _version, ...row } = read;
  const saved = await send(scene.super_admin, 'PUT', path, row);

  expect(differences(saved, shapes[shape])).toEqual([]);
  // An edit changes only these two.
  const { version, updated_at } = saved;
  expect(saved).toEqual({ ...row, version, updated_at });
});

it('settings accept the whole options', async () => {
  const send = sender(api);
  const { options } = await send(null, 'GET', 'settings?language=ru');
  const saved = await send(scene.super_admin, 'POST', 'settings', { language: 'ru', options });

  expect(differences(saved, shapes.settings)).toEqual([]);
  const before = options as Record<string, unknown>;
  const after = saved.options as Record<string, unknown>;
  const changed = Object.keys(before).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  // Nothing was entered there: saving stores its empty texts.
  expect(changed.filter((key) => key !== 'seo')).toEqual([]);
});
