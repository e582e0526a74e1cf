import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildScene, type Scene } from '../../support/factories';
import type { TestApp } from '../../support/server';
import { buildMarketplace, otherClientApp } from './dialect-scene';

/** Lists of the dialect besides those of the families. */
let api: TestApp;
let scene: Scene;

beforeAll(async () => {
  api = await otherClientApp();
  scene = await buildScene(api.db);
  await buildMarketplace(api, scene);
});
afterAll(() => api.close());

type Person = 'super_admin' | 'store_owner' | 'staff' | 'customer';

const ofAdmin = ['super_admin'] as const;
const ofOwners = ['super_admin', 'store_owner'] as const;
const ofCatalogue = ['super_admin', 'store_owner', 'staff'] as const;

const lists: [path: string, who: readonly Person[]][] = [
  ['admin/list', ofAdmin],
  ['vendors/list?is_active=true', ofAdmin],
  ['customers/list', ofAdmin],
  ['my-staffs', ofOwners],
  ['all-staffs', ofAdmin],
  ['draft-products', ofCatalogue],
  ['products-stock', ofCatalogue],
  ['new-shops?is_active=false', ofAdmin],
  ['abusive_reports', ofAdmin],
];

describe.each(lists)('GET %s', (path, who) => {
  it('is a page with the fields of a paginator', async () => {
    const { status, body } = await api.request(scene.super_admin, 'GET', path);

    expect(status).toBe(200);
    expect(body.data).toBeInstanceOf(Array);
    for (const key of ['current_page', 'from', 'to', 'last_page', 'per_page', 'total', 'next_page_url'])
      expect(Object.keys(body)).toContain(key);
  });

  it('is open to the right roles', async () => {
    expect((await api.request(null, 'GET', path)).status).toBe(401);
    for (const person of ['super_admin', 'store_owner', 'staff', 'customer'] as const) {
      const { status } = await api.request(scene[person], 'GET', path);
      expect([person, status]).toEqual([person, who.includes(person) ? 200 : 403]);
    }
  });

  it('accepts the queries of other clients and refuses an invalid page', async () => {
    const sign = path.includes('?') ? '&' : '?';
    const clients = `${path}${sign}page=1&limit=5&orderBy=created_at&sortedBy=desc&search=&searchJoin=and&with=shop`;
    expect((await api.request(scene.super_admin, 'GET', clients)).status).toBe(200);
    expect((await api.request(scene.super_admin, 'GET', `${path}${sign}page=x`)).status).toBe(422);
  });
});

const namesOf = async (path: string, person: Person = 'super_admin') =>
  (await api.request<{ data: { name: string }[] }>(scene[person], 'GET', path)).body.data.map(
    ({ name }) => name,
  );

describe('filters', () => {
  it('vendors awaiting approval are those without is_active=true', async () => {
    const working = await namesOf('vendors/list?is_active=true&limit=50');
    const waiting = await namesOf('vendors/list?limit=50');

    expect(working.length).toBeGreaterThan(0);
    expect(waiting).toEqual(await namesOf('vendors/list?is_active=false&limit=50'));
    expect(waiting.filter((name) => working.includes(name))).toEqual([]);
  });

  it('customers are searchable by name', async () => {
    const all = await namesOf('customers/list?limit=50');
    const [name = ''] = all;
    expect(await namesOf(`customers/list?search=${encodeURIComponent(`name:${name}`)}`)).toContain(name);
    expect(await namesOf('customers/list?search=name:nobody-at-all')).toEqual([]);
  });

  it('drafts and stock are those of one shop, and of own shops', async () => {
    const { shop, otherShop } = scene;
    expect(await namesOf(`draft-products?shop_id=${shop.id}`, 'store_owner')).toEqual(['Набросок']);
    expect(await namesOf(`products-stock?shop_id=${shop.id}`, 'store_owner')).toContain('Последние две');
    expect(await namesOf(`draft-products?shop_id=${otherShop.id}`, 'store_owner')).toEqual([]);
  });
});
