import { beforeEach, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import { isAllowed, permissionsOfRole } from '@/contract/core/permissions';
import { withNeeds } from '../../../support/needs';
import { buildProduct } from '../../../support/products';
import { samples } from '../../../support/samples';
import { setUpScene } from '../../../support/scene';

/** What keeps a row from being removed is asked before it is removed. */
const { api, scene } = setUpScene();
const uses = (who: typeof scene.super_admin | null, path: string) => api.request(who, 'GET', `${path}/uses`);

let tag: { id: number; slug: string };
beforeEach(async () => {
  await withNeeds(api, scene, 'tags');
  const made = await api.request(scene.super_admin, 'POST', 'tags', samples.tags.body(scene, 'super_admin'));
  tag = made.body as unknown as typeof tag;
});

async function useTag(count: number) {
  for (let made = 0; made < count; made += 1) {
    const product = await buildProduct(api.db, { shop: scene.shop });
    await api.db.insertInto('product_tag').values({ product_id: product.id, tag_id: tag.id }).execute();
  }
}

const families: [string, AnyResource][] = Object.entries(resources);

describe('what uses a row', () => {
  it.each(families)(
    'of %s is told to those who may remove it, and to nobody else',
    async (_name, resource) => {
      const path = `${resource.endpoint}/999999`;
      const mayRemove = isAllowed(resource.allow.remove, permissionsOfRole.store_owner);

      expect((await uses(null, path)).status).toBe(401);
      expect((await uses(scene.customer, path)).status).toBe(403);
      expect((await uses(scene.store_owner, path)).status).toBe(mayRemove ? 404 : 403);
      expect((await uses(scene.super_admin, path)).status).toBe(404);
    },
  );

  it('is counted by family, with the slug that the filters of their lists take', async () => {
    expect((await uses(scene.super_admin, `tags/${tag.id}`)).body).toEqual({ uses: {}, slug: tag.slug });
    await useTag(2);

    const asked = await uses(scene.super_admin, `tags/${tag.id}`);

    expect(asked.body).toEqual({ uses: { products: 2 }, slug: tag.slug });
    const removed = await api.request(scene.super_admin, 'DELETE', `tags/${tag.id}`);
    expect([removed.status, removed.body.uses]).toEqual([409, { products: 2 }]);
    const listed = await api.request(scene.super_admin, 'GET', `products?search=tags.slug:${tag.slug}`);
    expect(listed.body.total).toBe(2);
  });

  it("is not told of another shop's row, nor of a removed one", async () => {
    const other = await api.request(scene.super_admin, 'POST', 'attributes', {
      ...samples.attributes.body(scene, 'super_admin'),
      shop_id: scene.otherShop.id,
    });
    expect(other.status).toBe(201);

    expect((await uses(scene.store_owner, `attributes/${other.body.id}`)).status).toBe(404);
    expect((await uses(scene.super_admin, `attributes/${other.body.id}`)).status).toBe(200);
    await api.request(scene.super_admin, 'DELETE', `attributes/${other.body.id}`);
    expect((await uses(scene.super_admin, `attributes/${other.body.id}`)).status).toBe(404);
  });

  it('of an attribute is every product with one of its values, and the filter of the products finds them', async () => {
    await withNeeds(api, scene, 'attributes');
    const made = await api.request(scene.super_admin, 'POST', 'attributes', {
      ...samples.attributes.body(scene, 'super_admin'),
      shop_id: scene.shop.id,
      values: [{ value: 'S' }, { value: 'M' }],
    });
    const { id } = made.body;
    const values = await api.db
      .selectFrom('attribute_values')
      .select('id')
      .where('attribute_id', '=', Number(id))
      .execute();
    const product = await buildProduct(api.db, { shop: scene.shop });
    await buildProduct(api.db, { shop: scene.shop });
    await api.db
      .insertInto('attribute_value_product')
      .values(values.map((value) => ({ product_id: product.id, attribute_value_id: value.id })))
      .execute();

    expect((await uses(scene.store_owner, `attributes/${id}`)).body.uses).toEqual({ products: 1 });
    expect((await api.request(scene.store_owner, 'DELETE', `attributes/${id}`)).status).toBe(409);
    for (const filter of [`attribute_id=${id}`, `attribute_value_id=${values[0]?.id}`]) {
      const { body } = await api.request(scene.store_owner, 'GET', `products?${filter}`);
      const rows = body.data as { id: number }[];
      expect([filter, rows.map((row) => row.id)]).toEqual([filter, [product.id]]);
    }
  });

  it('of a category with a subcategory is that one, which the filter by its parent finds', async () => {
    const create = (body: object) => api.request(scene.super_admin, 'POST', 'categories', body);
    const parent = await create({ name: 'Посуда' });
    const child = await create({ name: 'Чашки', parent: parent.body.id });

    const asked = await uses(scene.super_admin, `categories/${parent.body.id}`);

    expect(asked.body.uses).toEqual({ categories: 1 });
    const { body } = await api.request(scene.super_admin, 'GET', `categories?parent=${parent.body.id}`);
    expect((body.data as { id: number }[]).map(({ id }) => id)).toEqual([child.body.id]);
  });

  it('names the shops of a person', async () => {
    const asked = await uses(scene.super_admin, `users/${scene.store_owner.id}`);

    expect(asked.body.uses).toEqual({ shops: 1 });
  });
});

describe('what uses many rows', () => {
  const ask = (who: typeof scene.super_admin | null, body: object) =>
    api.request(who, 'POST', 'tags/bulk/uses', body);

  it('needs a session, the right to remove, and a target', async () => {
    expect((await ask(null, { ids: [tag.id] })).status).toBe(401);
    expect((await ask(scene.store_owner, { ids: [tag.id] })).status).toBe(403);
    expect((await ask(scene.super_admin, {})).status).toBe(422);
    expect((await ask(scene.super_admin, { ids: ['one'] })).status).toBe(422);
  });

  it('is what the removal then keeps, of selected rows and of those that a filter matches', async () => {
    await useTag(3);
    const free = await api.request(scene.super_admin, 'POST', 'tags', {
      ...samples.tags.body(scene, 'super_admin'),
      name: 'Свободная',
      slug: 'svobodnaya',
    });
    const expected = { refused: 1, uses: { products: 3 } };

    expect((await ask(scene.super_admin, { ids: [tag.id, free.body.id, 999_999] })).body).toEqual(expected);
    expect((await ask(scene.super_admin, { query: { search: 'name:Свободная' } })).body).toEqual({
      refused: 0,
      uses: {},
    });
    expect((await ask(scene.super_admin, { query: {} })).body).toEqual(expected);
    const rows = await api.db.selectFrom('tags').select('id').where('deleted_at', 'is', null).execute();
    expect(rows.length).toBe(2);
    const removed = await api.request(scene.super_admin, 'POST', 'tags/bulk/remove', { query: {} });
    expect(removed.body).toMatchObject({ done: 1, ...expected });
  });
});
