import { beforeEach, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import { neverPurged, type TrashEntry, trashFamilies } from '@/contract/insights/activity';
import { buildShop } from '../../support/factories';
import { withNeeds } from '../../support/needs';
import { buildOrder } from '../../support/orders';
import { buildGroup, buildProduct } from '../../support/products';
import { sampleNames, samples } from '../../support/samples';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

const as = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  api.request(scene.super_admin, method, path, body);

const restore = (family: string, id: number) => as('POST', `trash/${family}/${id}/restore`);
const purge = (family: string, id: number, confirmation: unknown = id) =>
  as('DELETE', `trash/${family}/${id}`, { confirmation });

async function listed(query = ''): Promise<TrashEntry[]> {
  const { status, body } = await api.request<{ data: TrashEntry[] }>(
    scene.super_admin,
    'GET',
    `trash?${query}`,
  );
  expect(status).toBe(200);
  return body.data;
}

async function tag(name: string, more: object = {}): Promise<number> {
  return (await as('POST', 'tags', { name, ...more })).body.id;
}

it('is open to administrators only', async () => {
  const id = await tag('Подарки');
  await as('DELETE', `tags/${id}`);
  for (const [method, path] of [
    ['POST', `trash/tags/${id}/restore`],
    ['DELETE', `trash/tags/${id}`],
  ] as const) {
    expect((await api.request(null, method, path, { confirmation: id })).status).toBe(401);
    for (const role of ['store_owner', 'staff', 'customer'] as const)
      expect((await api.request(scene[role], method, path, { confirmation: id })).status).toBe(403);
  }
  expect((await listed()).map(({ title }) => title)).toEqual(['Подарки']);
});

it.each(['orders', 'refunds', 'staffs', 'nothing', 'constructor'])('has no %s', async (family) => {
  expect((await restore(family, 1)).status).toBe(404);
  expect((await purge(family, 1)).status).toBe(404);
  expect((await as('GET', `trash?family=${family}`)).status).toBe(422);
});

it('covers every family whose rows can be restored', () => {
  const never = ['orders', 'refunds', 'withdraws', 'staffs', 'abusive_reports'];
  expect([...trashFamilies].sort()).toEqual(
    Object.keys(resources)
      .filter((name) => !never.includes(name))
      .sort(),
  );
});

it('lists removed rows with user and time, newest first, filtered by family and text', async () => {
  const ids = [await tag('Подарки'), await tag('Новинки')];
  const product = await buildProduct(api.db, { shop: scene.shop, name: 'Самовар' });
  await as('DELETE', `tags/${ids[0]}`);
  api.setNow(new Date('2026-03-11T09:00:00Z'));
  await api.request(scene.store_owner, 'DELETE', `products/${product.id}`);
  api.setNow(new Date('2026-03-12T09:00:00Z'));
  await as('DELETE', `tags/${ids[1]}`);

  expect(await listed()).toEqual([
    {
      family: 'tags',
      id: ids[1],
      title: 'Новинки',
      deleted_at: '2026-03-12T09:00:00.000Z',
      user: { id: scene.super_admin.id, name: scene.super_admin.name },
    },
    expect.objectContaining({
      family: 'products',
      title: 'Самовар',
      user: { id: scene.store_owner.id, name: scene.store_owner.name },
    }),
    expect.objectContaining({ family: 'tags', title: 'Подарки' }),
  ]);
  expect((await listed('family=tags')).map(({ title }) => title)).toEqual(['Новинки', 'Подарки']);
  expect((await listed('search=title:самов')).map(({ title }) => title)).toEqual(['Самовар']);
  expect((await listed('limit=1&page=2')).map(({ title }) => title)).toEqual(['Самовар']);
  expect((await as('GET', 'trash/families')).body).toEqual([
    { family: 'products', count: 1 },
    { family: 'tags', count: 2 },
  ]);
});

describe.each(sampleNames.filter((name) => (trashFamilies as readonly string[]).includes(name)))(
  '%s',
  (name) => {
    beforeEach(() => withNeeds(api, scene, name));
    const { endpoint } = resources[name];

    async function removed(): Promise<number> {
      const { status, body } = await as('POST', endpoint, samples[name].body(scene, 'super_admin'));
      expect([status, body.errors]).toEqual([201, undefined]);
      expect((await as('DELETE', `${endpoint}/${body.id}`)).status).toBe(200);
      return body.id;
    }

    it('is restored from the trash', async () => {
      const id = await removed();
      expect((await listed(`family=${name}`)).map((row) => row.id)).toEqual([id]);

      expect((await restore(name, id)).body).toBe(true);

      expect((await as('GET', `${endpoint}/${id}`)).status).toBe(200);
      expect((await restore(name, id)).status).toBe(404);
      expect(await listed()).toEqual([]);
    });

    it('is purged after its number was typed, and that is logged', async () => {
      const id = await removed();
      for (const wrong of [undefined, '', id + 1, 'да'])
        expect((await purge(name, id, wrong ?? null)).body.errors).toEqual({
          confirmation: ['error-wrong-value'],
        });

      const { status, body } = await purge(name, id, ` ${id} `);

      expect([status, body.uses]).toEqual([200, undefined]);
      expect(await listed()).toEqual([]);
      expect((await restore(name, id)).status).toBe(404);
      const last = await as('GET', `activity?family=${name}&row=${id}&limit=1`);
      expect(last.body.data[0]).toMatchObject({ action: 'purge', title: null, path: null });
    });
  },
);

describe('a row that refers to another', () => {
  it('is restored after the row that it refers to', async () => {
    const { id: group } = await buildGroup(api.db);
    const id = await tag('Подарки', { type_id: group });
    await as('DELETE', `tags/${id}`);
    expect((await as('DELETE', `${resources.groups.endpoint}/${group}`)).status).toBe(200);

    const refused = await restore('tags', id);
    expect([refused.status, refused.body.message, refused.body.uses]).toEqual([
      409,
      'RESTORE_FIRST',
      { groups: 1 },
    ]);
    expect((await restore('groups', group)).status).toBe(200);
    expect((await restore('tags', id)).status).toBe(200);
  });

  it('prevents purging that one', async () => {
    const { id: group } = await buildGroup(api.db);
    const id = await tag('Подарки', { type_id: group });
    await as('DELETE', `tags/${id}`);
    await as('DELETE', `${resources.groups.endpoint}/${group}`);

    const refused = await purge('groups', group);

    expect([refused.status, refused.body.uses]).toEqual([409, { tags: 1 }]);
    expect((await purge('tags', id)).status).toBe(200);
    expect((await purge('groups', group)).status).toBe(200);
  });
});

it('purges no row that is not in the trash', async () => {
  const id = await tag('Подарки');
  expect((await purge('tags', id)).status).toBe(404);
  expect((await as('GET', `tags/${id}`)).status).toBe(200);
});

it('keeps a sold product with a message and purges an unsold one', async () => {
  const sold = await buildProduct(api.db, { shop: scene.shop, name: 'Самовар', sku: 'SAM' });
  const unsold = await buildProduct(api.db, { shop: scene.shop, name: 'Кружка', sku: 'KR' });
  await buildOrder(api, { lines: [{ shop: scene.shop, product: sold }] });
  for (const { id } of [sold, unsold]) await as('DELETE', `products/${id}`);

  expect((await purge('products', sold.id)).body.uses).toEqual({ orders: 1 });
  expect((await purge('products', unsold.id)).status).toBe(200);
  expect((await restore('products', sold.id)).status).toBe(200);
});

it('restores people with their address, unless another account has it by now, and never purges them', async () => {
  await as('DELETE', `users/${scene.customer.id}`);
  expect((await purge('users', scene.customer.id)).body.message).toBe('ACTION_NOT_VALID');
  const taken = await as('POST', 'users', {
    name: 'Другой',
    email: scene.customer.email,
    password: 'Snegir2026',
  });

  const refused = await restore('users', scene.customer.id);
  expect([refused.status, refused.body.errors]).toEqual([422, { email: ['error-taken'] }]);
  await as('DELETE', `users/${taken.body.id}`);
  expect((await restore('users', scene.customer.id)).status).toBe(200);
  expect(neverPurged).toEqual(['users']);
});

it('restores a shop, and purges an empty one', async () => {
  await as('DELETE', `shops/${scene.shop.id}`);
  expect((await restore('shops', scene.shop.id)).status).toBe(200);
  const empty = await buildShop(api.db);
  await as('DELETE', `shops/${empty.id}`);
  expect((await purge('shops', empty.id)).status).toBe(200);
});
