import { beforeEach, expect, it } from 'vitest';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Shop fronts find what lies below a category by its slug, as many as the category says. */
const { api, scene } = setUpScene();
const others = { accept: 'application/json' };
const get = (path: string, user: { id: number } | null = null) =>
  api.request<Wire & { products_count: number; data: Wire[] }>(user, 'GET', path, undefined, others);

let top: Wire;
let leaf: Wire;
beforeEach(async () => {
  const make = async (body: object) =>
    (await api.request(scene.super_admin, 'POST', 'categories', body)).body;
  top = await make({ name: 'Посуда', slug: 'posuda' });
  const middle = await make({ name: 'Чашки', slug: 'chashki', parent: top.id });
  leaf = await make({ name: 'Кружки', slug: 'kruzhki', parent: middle.id });
  const goods = [
    { category: top, status: 'publish' },
    { category: leaf, status: 'publish' },
    { category: leaf, status: 'draft' },
  ] as const;
  for (const { category, status } of goods) {
    const { id } = await buildProduct(api.db, { shop: scene.shop, status });
    await api.db
      .insertInto('category_product')
      .values({ category_id: category.id, product_id: id })
      .execute();
  }
  await api.db.insertInto('category_shop').values({ category_id: leaf.id, shop_id: scene.shop.id }).execute();
});

it.each([
  ['guests', null, { top: 2, leaf: 1 }],
  ['customers', 'customer', { top: 2, leaf: 1 }],
  ['the owner', 'store_owner', { top: 3, leaf: 2 }],
  ['another owner', 'otherOwner', { top: 2, leaf: 1 }],
  ['administrators', 'super_admin', { top: 3, leaf: 2 }],
] as const)('for %s', async (_who, name, expected) => {
  const user = name && scene[name];
  for (const [category, count] of [
    [top, expected.top],
    [leaf, expected.leaf],
  ] as const) {
    for (const query of [
      `search=categories.slug:${category.slug}`,
      `search=categories:${category.slug}`,
      `categories=${category.id}`,
      `search=categories.slug:${category.slug},none;status:publish`,
    ]) {
      const { body } = await get(`products?limit=30&page=1&searchJoin=and&${query}`, user);
      const onSale = category === top ? 2 : 1;
      expect([query, body.total]).toEqual([query, query.includes('publish') ? onSale : count]);
    }
    expect((await get(`categories/${category.slug}`, user)).body.products_count).toBe(count);
    const { body } = await get(`categories?limit=100&page=1`, user);
    expect(body.data.find(({ id }) => id === category.id)).toMatchObject({ products_count: count });
  }
});

it('finds shops by a category above theirs', async () => {
  for (const slug of ['posuda', 'chashki', 'kruzhki'])
    expect((await get(`shops?search=categories.slug:${slug}`)).body.data).toMatchObject([
      { id: scene.shop.id },
    ]);
  expect((await get('shops?search=categories.slug:none')).body.data).toEqual([]);
});
