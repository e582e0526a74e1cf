import { expect, it } from 'vitest';
import { setUpScene } from '../../support/scene';

/** Lists that the dialect returns as a plain array. */
const { api, scene } = setUpScene();

async function addTaxes(count: number): Promise<void> {
  await api.db
    .insertInto('taxes')
    .values(Array.from({ length: count }, (_, n) => ({ name: `Налог ${n}`, rate: 20 })))
    .execute();
}

it.each(['attributes', 'attribute-values', 'taxes', 'shippings'])(
  'returns %s as an array without page and limit',
  async (endpoint) => {
    const { status, body } = await api.request(
      scene.super_admin,
      'GET',
      `${endpoint}?searchJoin=and&search=`,
    );

    expect([status, body]).toEqual([200, []]);
    expect((await api.request(scene.super_admin, 'GET', `${endpoint}?page=1`)).body.data).toEqual([]);
    expect((await api.request(scene.super_admin, 'GET', `${endpoint}?limit=5`)).body.data).toEqual([]);
  },
);

it('puts all rows into the array, a thousand at most', async () => {
  await addTaxes(230);
  const { body: some } = await api.request<object[]>(scene.super_admin, 'GET', 'taxes?orderBy=name');
  expect(some).toHaveLength(230);
  expect(new Set(some.map((row) => JSON.stringify(row))).size).toBe(230);

  await addTaxes(900);
  expect((await api.request<object[]>(scene.super_admin, 'GET', 'taxes')).body).toHaveLength(1000);
});

it('requires the same permissions as the list', async () => {
  expect((await api.request(null, 'GET', 'taxes')).status).toBe(401);
  expect((await api.request(scene.store_owner, 'GET', 'taxes')).status).toBe(403);
});
