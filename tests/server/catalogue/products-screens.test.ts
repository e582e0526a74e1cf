import { describe, expect, it } from 'vitest';
import { draftProducts, inventoryProducts, products, stockProducts } from '@/contract/catalogue/products';
import type { AnyResource } from '@/contract/core/define';
import { readState, toListQuery } from '@/crud/list/list-state';
import { buildShop } from '../../support/factories';
import { type BuiltProduct, buildGroup, buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

const byName = (one: unknown, other: unknown) => String(one).localeCompare(String(other));

/** The server accepts the requests of the panel's lists and cells. */
const { api, scene } = setUpScene();

/** Names listed at an address. */
async function shown(list: AnyResource, address: Record<string, string> = {}) {
  const scope = { ...list.only?.scope, shop_id: scene.shop.id };
  const query = toListQuery(list, readState(list, address), scope, 'ru');
  const params = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const { status, body } = await api.request(scene.store_owner, 'GET', `${list.endpoint}?${params}`);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data.map(({ name }) => name).sort(byName);
}

const rowOf = (id: number) =>
  api.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const change = (id: number, body: object, person: 'store_owner' | 'otherOwner' | null = 'store_owner') =>
  api.request(person && scene[person], 'PATCH', `products/${id}`, body);

describe('lists of the panel', () => {
  it('show each part of the catalogue, by every filter', async () => {
    const group = await buildGroup(api.db, { slug: 'posuda' });
    const own = { shop: scene.shop };
    await buildProduct(api.db, { ...own, name: 'Ваза', price: 100, group });
    await buildProduct(api.db, { ...own, name: 'Черновик', price: 500, status: 'draft' });
    await buildProduct(api.db, { ...own, name: 'Снятый', range: [50, 900], status: 'unpublish' });
    const low = await buildProduct(api.db, { ...own, name: 'Мало', price: 2000 });
    const out = await buildProduct(api.db, { ...own, name: 'Нет', price: 3000 });
    await buildProduct(api.db, { name: 'Чужой', status: 'draft' });
    await setQuantity(low, 1);
    await setQuantity(out, 0);

    expect(await shown(draftProducts)).toEqual(['Снятый', 'Черновик']);
    expect(await shown(draftProducts, { status: 'unpublish' })).toEqual(['Снятый']);
    expect(await shown(draftProducts, { status: 'publish' })).toEqual(['Снятый', 'Черновик']);
    expect(await shown(stockProducts)).toEqual(['Мало', 'Нет']);
    expect(await shown(stockProducts, { stock: 'out' })).toEqual(['Нет']);
    expect(await shown(inventoryProducts)).toHaveLength(5);
    expect(await shown(products, { stock: 'enough', price_to: '499.5' })).toEqual(['Ваза', 'Снятый']);
    expect(await shown(products, { price_from: '450', price_to: '2000' })).toEqual([
      'Мало',
      'Снятый',
      'Черновик',
    ]);
    expect(await shown(products, { type: 'posuda' })).toEqual(['Ваза']);
    expect(await shown(products, { categories: 'net-takoi' })).toEqual([]);
    expect(await shown(products, { product_type: 'variable' })).toEqual(['Снятый']);
  });
});

describe('cells of a list', () => {
  it('save a price with the seen version, and nothing else', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
    const before = await rowOf(id);

    const saved = await change(id, { price: 1250.5, version: before.version });

    expect([saved.status, saved.body.price]).toEqual([200, 1250.5]);
    expect(await rowOf(id)).toMatchObject({
      name: before.name,
      min_price: 1250.5,
      quantity: before.quantity,
    });
    const stale = await change(id, { price: 1, version: before.version });
    expect([stale.status, stale.body.current.price]).toEqual([409, 1250.5]);
    expect((await change(id, { price: 1 }, null)).status).toBe(401);
    expect((await change(id, { price: 1 }, 'otherOwner')).status).toBe(404);
    expect((await change(id, { price: -1 })).body.errors).toHaveProperty('price');
  });

  it('save a quantity as a difference', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop });
    await setQuantity({ id }, 8);

    // The list showed ten when two were sold.
    const saved = await change(id, { quantity: 15, quantity_was: 10 });

    expect([saved.status, saved.body.quantity]).toEqual([200, 13]);
    expect((await rowOf(id)).quantity).toBe(13);
  });

  it('unpublish a product and publish it again', async () => {
    const { id } = await buildProduct(api.db, {
      shop: await buildShop(api.db, { owner: scene.store_owner }),
    });
    const ask = (status: string) => api.request(scene.super_admin, 'PUT', `products/${id}`, { status });

    expect((await ask('unpublish')).body.status).toBe('unpublish');
    expect((await ask('publish')).body.status).toBe('publish');
    expect((await rowOf(id)).status).toBe('publish');
  });
});

async function setQuantity({ id }: Pick<BuiltProduct, 'id'>, quantity: number): Promise<void> {
  await api.db.updateTable('products').set({ quantity }).where('id', '=', id).execute();
}
