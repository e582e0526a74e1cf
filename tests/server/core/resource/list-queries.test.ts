import { offerLanguages } from '@tests/support/checkout';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import type { BuiltUser } from '../../../support/factories';
import { withNeeds } from '../../../support/needs';
import { buildOrder } from '../../../support/orders';
import { buildGroup } from '../../../support/products';
import { sampleNames, samples } from '../../../support/samples';
import { setUpScene } from '../../../support/scene';

/** A list takes one query for the session, and one for its rows with their count and all related data. */
const { api, scene } = setUpScene();
beforeEach(async () => {
  // Start-up reads the time zone.
  await api.app.ready();
  await offerLanguages(api.db, 'en', 'ar');
});

async function queriesOf(path: string, who: BuiltUser = scene.super_admin): Promise<number> {
  const before = api.queries();
  const { status, body } = await api.request(who, 'GET', path);
  expect([status, path === 'me' || body.data.length > 0]).toEqual([200, true]);
  return api.queries() - before;
}

describe.each(sampleNames)('a list of %s', (name) => {
  const { endpoint } = resources[name];

  // Of ways of delivery a third: which of them all orders have is a setting.
  it.each(['ru', 'en'])('takes two queries in %s', async (language) => {
    await withNeeds(api, scene, name);
    const body = samples[name].body(scene, 'super_admin');
    expect((await api.request(scene.super_admin, 'POST', endpoint, body)).status).toBe(201);

    expect(await queriesOf(`${endpoint}?page=1&language=${language}`)).toBe(name === 'shippings' ? 3 : 2);
  });
});

async function sellProduct(): Promise<void> {
  await buildOrder(api, { lines: [{ shop: scene.shop }] });
}

it.each(['products', 'products?orderBy=price', 'shops', 'shops?orderBy=products_count', 'users', 'orders'])(
  'a list of %s takes two queries with the session',
  async (path) => {
    await sellProduct();

    expect(await queriesOf(path)).toBe(2);
  },
);

it.each(['products', 'shops', 'orders'])('so it does for an owner: %s', async (path) => {
  await sellProduct();

  expect(await queriesOf(path, scene.store_owner)).toBe(2);
});

it('a deep page takes no more than the first one', async () => {
  await buildGroup(api.db);
  await sql`insert into products (name, slug, type_id, shop_id, product_type, price, min_price, max_price, quantity, unit, status)
    select 'Товар ' || n, 'tovar-' || n, (select id from groups limit 1), ${scene.shop.id}, 'simple', n, n, n, 1, 'шт.', 'publish'
    from generate_series(1, 1100) n`.execute(api.db);

  expect(await queriesOf('products?limit=20&page=53')).toBe(2);
});

it.each([
  ['super_admin', 2],
  ['store_owner', 3],
  ['staff', 2],
  ['customer', 2],
] as const)('me takes %s %i queries with the session', async (role, most) => {
  expect(await queriesOf('me', scene[role])).toBe(most);
});
