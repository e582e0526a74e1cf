import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import { isAllowed, type Permission, type StaffScope, staffScopes } from '@/contract/core/permissions';
import { familyPages } from '@/contract/family-pages';
import { withNeeds } from '../../support/needs';
import { buildOrder } from '../../support/orders';
import { buildProduct } from '../../support/products';
import { sampleNames, samples } from '../../support/samples';
import { setUpScene } from '../../support/scene';

/** Every family against every scope: staff with one scope reach nothing of the others. */
const { api, scene } = setUpScene();

const given = (scope: StaffScope): Permission[] => ['staff', 'customer', `staff:${scope}`];

async function giveOnly(scope: StaffScope): Promise<void> {
  await sql`update users set permissions = ${given(scope)}::text[] where id = ${scene.staff.id}`.execute(
    api.db,
  );
}

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  api.request(scene.staff, method, path, body);

/** Families whose rows are created by the shop's owner; the others by an administrator. */
const makerOf = (resource: AnyResource) =>
  isAllowed(resource.allow.create, ['store_owner', 'customer']) ? 'store_owner' : 'super_admin';

const families = sampleNames.filter((name) => name in familyPages);

describe.each(families)('%s', (name) => {
  const resource: AnyResource = resources[name];
  const sample = samples[name];
  let row: { id: number };

  beforeEach(async () => {
    await withNeeds(api, scene, name);
    const maker = sample.author ?? makerOf(resource);
    const made = await api.request(scene[maker], 'POST', resource.endpoint, sample.body(scene, maker));
    expect(made.status).toBe(201);
    row = made.body;
  });

  it.each(staffScopes)('for staff with %s alone', async (scope) => {
    await giveOnly(scope);
    const { allow, endpoint } = resource;
    const [all, one] = [endpoint, `${endpoint}/${row.id}`];
    const isTheirs = resource.scope === undefined || resource.scope === scope;
    const may = (action: keyof typeof allow) => isAllowed(allow[action], given(scope));
    /** 403 where another scope is needed; otherwise only the declaration decides. */
    const expectBarred = (what: string, status: number, isOpen: boolean) => {
      if (isOpen) expect([what, status === 403]).toEqual([what, false]);
      else expect([what, status]).toEqual([what, 403]);
    };

    const list = await ask('GET', all);
    if (name === 'coupons') expectBarred('list', list.status, isTheirs);
    else expectBarred('list', list.status, may('list'));
    const exported = await ask('GET', `${all}/export`);
    expectBarred('export', exported.status, isTheirs && may('list'));
    expectBarred('read', (await ask('GET', one)).status, may('read'));
    expectBarred('create', (await ask('POST', all, sample.body(scene, 'store_owner'))).status, may('create'));
    expectBarred(
      'update',
      (await ask(resource.updateMethod as 'PUT', one, sample.changed)).status,
      may('update'),
    );
    const bulk = (kind: string, body: object) => ask('POST', `${all}/bulk/${kind}`, body);
    expectBarred('bulk set', (await bulk('set', { ids: [row.id] })).status, may('update'));
    expectBarred('bulk remove', (await bulk('remove', { ids: [] })).status, may('remove'));
    expectBarred('restore', (await ask('POST', `${one}/restore`)).status, may('remove'));
    expectBarred('remove', (await ask('DELETE', one)).status, may('remove'));
    expect((await ask('GET', 'trash')).status).toBe(403);
    expect((await ask('GET', 'activity')).status).toBe(403);
    expect((await ask('POST', `trash/${name}/${row.id}/restore`)).status).toBe(403);
  });
});

describe.each([
  ['products', 'catalogue', 'GET', 'export-products/SHOP'],
  ['products', 'catalogue', 'GET', 'audit?family=products&id=ID'],
  ['products', 'catalogue', 'GET', 'products/export'],
  ['products', 'catalogue', 'POST', 'products'],
  ['products', 'catalogue', 'PUT', 'products/ID'],
  ['products', 'catalogue', 'DELETE', 'products/ID'],
  ['products', 'catalogue', 'POST', 'products/bulk/remove'],
  ['products', 'catalogue', 'POST', 'products/ID/restore'],
  ['orders', 'orders', 'GET', 'orders/export'],
  ['orders', 'orders', 'PUT', 'orders/ID'],
  ['orders', 'orders', 'POST', 'orders/bulk/set'],
  ['refunds', 'orders', 'GET', 'refunds/export'],
] as const)('%s: %s: %s %s', (_family, needed, method, path) => {
  it('is refused to staff with any other scope', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop });
    const address = path.replace('SHOP', String(scene.shop.id)).replace('ID', String(product.id));
    for (const scope of staffScopes) {
      await giveOnly(scope);
      const { status } = await ask(method, address, method === 'GET' ? undefined : { ids: [] });
      if (scope === needed) expect([scope, status === 403]).toEqual([scope, false]);
      else expect([scope, status]).toEqual([scope, 403]);
    }
  });
});

it('orders and refunds of the shop are in no list of staff without them', async () => {
  const product = await buildProduct(api.db, { shop: scene.shop });
  const lines = [{ shop: scene.shop, product: { id: product.id, name: product.name } }];
  await buildOrder(api, { lines });
  for (const scope of staffScopes) {
    await giveOnly(scope);
    const { body } = await ask('GET', 'orders');
    expect([scope, body.total]).toEqual([scope, scope === 'orders' ? 1 : 0]);
    expect([scope, (await ask('GET', 'refunds')).body.total]).toEqual([scope, 0]);
  }
});

describe('rows restricted to one scope', () => {
  it.each(staffScopes.filter((scope) => scope !== 'promotions'))(
    'an unapproved coupon is not found by staff with only %s, by code, id or search',
    async (scope) => {
      await withNeeds(api, scene, 'coupons');
      const made = await api.request(
        scene.store_owner,
        'POST',
        'coupons',
        samples.coupons.body(scene, 'store_owner'),
      );
      const { id, code } = made.body as unknown as { id: number; code: string };
      await giveOnly(scope);

      expect((await ask('GET', `coupons/${code}`)).status).toBe(404);
      expect((await ask('GET', `coupons/${id}`)).status).toBe(404);
      expect((await ask('GET', `coupons?search=code:${code}`)).status).toBe(403);
      expect((await ask('GET', `coupons?shop_id=${scene.shop.id}`)).status).toBe(403);
      expect((await ask('GET', `coupons/export?search=code:${code}`)).status).toBe(403);
      const { body } = await api.request<{ groups: { family: string }[] }>(
        scene.staff,
        'GET',
        `search?q=${code}`,
      );
      expect(body.groups.filter(({ family }) => family === 'coupons')).toEqual([]);
      await giveOnly('promotions');
      expect((await ask('GET', `coupons/${code}`)).status).toBe(200);
      expect((await ask('GET', 'coupons')).body.total).toBe(1);
    },
  );

  it.each(['authors', 'manufacturers'] as const)(
    '%s awaiting approval are visible with the catalogue scope',
    async (name) => {
      await withNeeds(api, scene, name);
      const body = samples[name].body(scene, 'store_owner');
      expect((await api.request(scene.store_owner, 'POST', name, body)).status).toBe(201);

      await giveOnly('catalogue');
      expect((await ask('GET', name)).body.total).toBe(1);
      await giveOnly('orders');
      expect((await ask('GET', name)).body.total).toBe(0);
    },
  );

  it('terms awaiting approval are visible with the content scope', async () => {
    await withNeeds(api, scene, 'terms-and-conditions');
    const body = samples['terms-and-conditions'].body(scene, 'store_owner');
    expect((await api.request(scene.store_owner, 'POST', 'terms-and-conditions', body)).status).toBe(201);

    await giveOnly('content');
    expect((await ask('GET', 'terms-and-conditions')).body.total).toBe(1);
    await giveOnly('promotions');
    expect((await ask('GET', 'terms-and-conditions')).body.total).toBe(0);
  });

  const promotional = [
    ['GET', 'vendor-requests-for-flash-sale'],
    ['GET', 'vendor-requests-for-flash-sale/1'],
    ['POST', 'vendor-requests-for-flash-sale'],
    ['PUT', 'vendor-requests-for-flash-sale/1'],
    ['DELETE', 'vendor-requests-for-flash-sale/1'],
    ['POST', 'vendor-requests-for-flash-sale/1/restore'],
    ['GET', 'requested-products-for-flash-sale?vendor_request_id=1'],
    ['GET', 'products-by-flash-sale?slug=x'],
    ['POST', 'answer-flash-sale-invitation'],
    ['POST', 'withdraw-flash-sale-consent'],
    ['POST', 'approve-flash-sale-requested-products'],
    ['POST', 'disapprove-flash-sale-requested-products'],
    ['POST', 'approve-coupon'],
    ['POST', 'disapprove-coupon'],
    ['POST', 'approve-review-banner'],
    ['POST', 'disapprove-review-banner'],
  ] as const;

  it.each(promotional)('%s %s refuses staff without promotions', async (method, path) => {
    for (const scope of staffScopes.filter((one) => one !== 'promotions')) {
      await giveOnly(scope);
      const { status } = await ask(method, path, method === 'GET' ? undefined : { id: 1 });
      expect([scope, status]).toEqual([scope, 403]);
    }
  });
});
