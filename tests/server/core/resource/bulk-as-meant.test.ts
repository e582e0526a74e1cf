import { expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';

/** «All that match» and the counts of tabs are what the list shows, also where a search is understood in another way. */
const { api, scene } = setUpScene();

it.each([
  ['tags', 'кружкк', 'кружка'],
  ['tags', 'чай128', 'чай 128'],
])('%s: a bulk change of «%s» is of the rows that the list shows', async (family, typed, name) => {
  for (const one of [name, 'Самовар'])
    await api.request(scene.super_admin, 'POST', family, { name: one, type_id: null });
  const search = `name:${typed}`;
  const { body: list } = await api.request<Page<{ id: number; name: string }>>(
    scene.super_admin,
    'GET',
    `${family}?search=${encodeURIComponent(search)}`,
  );
  const { body } = await api.request(scene.super_admin, 'POST', `${family}/bulk/remove`, {
    query: { search },
  });

  expect(list.data.map((row) => row.name)).toEqual([name]);
  expect(body).toMatchObject({ done: 1 });
  const left = await api.db.selectFrom('tags').select('name').where('deleted_at', 'is', null).execute();
  expect(left.map((row) => row.name)).toEqual(['Самовар']);
});

it('tabs of products count what the list of the tab shows', async () => {
  await buildProduct(api.db, { shop: scene.shop, name: 'Кружка с росписью' });
  const search = 'кружкк';
  const { body: list } = await api.request<Page<object>>(
    scene.super_admin,
    'GET',
    `products?search=${encodeURIComponent(`name:${search}`)}`,
  );
  const { body: counts } = await api.request<Record<string, number>>(
    scene.super_admin,
    'GET',
    `products/counts?name=${encodeURIComponent(search)}`,
  );

  expect([list.total, counts.all ?? Object.values(counts)[0]]).toEqual([1, 1]);
});
