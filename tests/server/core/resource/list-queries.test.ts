import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import { withNeeds } from '../../../support/needs';
import { buildProduct } from '../../../support/products';
import { sampleNames, samples } from '../../../support/samples';
import { setUpScene } from '../../../support/scene';

/** A list costs a count, its rows, and all that goes along with them at once, however much that is (design §9). */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

/** Without the one that finds the session. */
async function queriesOf(path: string): Promise<number> {
  const before = api.queries();
  const { status, body } = await api.request(scene.super_admin, 'GET', path);
  expect([status, body.data.length > 0]).toEqual([200, true]);
  return api.queries() - before - 1;
}

describe.each(sampleNames)('a list of %s', (name) => {
  const { endpoint } = resources[name];

  it.each(['ru', 'en'])('takes three queries at most in %s', async (language) => {
    await withNeeds(api, scene, name);
    const body = samples[name].body(scene, 'super_admin');
    expect((await api.request(scene.super_admin, 'POST', endpoint, body)).status).toBe(201);

    expect(await queriesOf(`${endpoint}?page=1&language=${language}`)).toBeLessThanOrEqual(3);
  });
});

it('a list of products takes three queries', async () => {
  await buildProduct(api.db, { shop: scene.shop });

  expect(await queriesOf('products')).toBe(3);
});

it.each(['shops', 'shops?orderBy=products_count', 'users'])(
  'a list of %s takes three queries',
  async (path) => {
    expect(await queriesOf(path)).toBe(3);
  },
);
