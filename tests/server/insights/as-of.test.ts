import { beforeEach, describe, expect, it } from 'vitest';
import type { RowAsOf } from '@/contract/core/history';
import { type BuiltProduct, buildProduct } from '../../support/products';
import { samples } from '../../support/samples';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

let product: BuiltProduct;

beforeEach(async () => {
  product = await buildProduct(api.db, { shop: scene.shop, name: 'Чай', price: 300 });
  await api.db.updateTable('products').set({ created_at: api.now() }).execute();
});

/** Lets an hour pass; returns the moment before it. */
function pass(hours = 1): string {
  const moment = api.now().toISOString();
  api.setNow(new Date(api.now().getTime() + hours * 3600_000));
  return moment;
}

async function save(body: object) {
  const answer = await api.request(scene.super_admin, 'PUT', `products/${product.id}`, body);
  expect(answer.status).toBe(200);
}

const pathOf = (at: string, family = 'products', id = product.id) =>
  `audit/as-of?family=${family}&id=${id}&at=${encodeURIComponent(at)}`;

const ask = (person: { id: number } | null, path: string) => api.request(person, 'GET', path);

const shown = async (person: { id: number }, path: string) =>
  (await ask(person, path)).body as unknown as RowAsOf;

describe('GET audit/as-of', () => {
  it('is for whoever reads the history, and asks for a family, a row and a moment', async () => {
    const path = pathOf(api.now().toISOString());
    expect((await ask(null, path)).status).toBe(401);
    expect((await ask(scene.customer, path)).status).toBe(403);
    expect((await ask(scene.otherOwner, path)).status).toBe(404);
    expect((await ask(scene.store_owner, pathOf('2026-01-01', 'shops', scene.shop.id))).status).toBe(403);
    expect((await ask(scene.super_admin, pathOf('2026-01-01', 'products', 999_999))).status).toBe(404);
    const wrong = await ask(scene.super_admin, 'audit/as-of?family=orders&id=x&at=yesterday');
    expect(wrong.body.errors).toEqual({
      family: ['error-wrong-value'],
      id: ['error-wrong-value'],
      at: ['error-wrong-value'],
    });
    expect((await ask(scene.store_owner, path)).status).toBe(200);
  });

  it('shows a product between its edits, with what is different today first', async () => {
    await save({ price: 350 });
    pass();
    const between = pass();
    await save({ price: 400, name: 'Кофе' });
    pass();
    await save({ price: 450 });

    const body = await shown(scene.store_owner, pathOf(between));
    expect(body).toMatchObject({ at: between, state: 'existing', is_cut: false, unsure: [] });
    expect(body.fields).toMatchObject({ price: [350, 450], name: ['Чай', 'Кофе'], unit: ['шт.', 'шт.'] });
    expect(Object.keys(body.fields).slice(0, 2).toSorted()).toEqual(['name', 'price']);
    expect(Object.keys(body.fields)).not.toContain('quantity');
    const today = await shown(scene.store_owner, pathOf(api.now().toISOString()));
    expect(today.fields.price).toEqual([450, 450]);
  });

  it('says that a row did not exist yet, or was removed', async () => {
    const before = pass();
    pass();
    const sent = samples.taxes.body(scene, 'super_admin');
    const { body: tax } = await write('POST', 'taxes', sent);
    const alive = pass();
    await write('DELETE', `taxes/${tax.id}`);
    const removed = pass();
    await write('POST', `taxes/${tax.id}/restore`);
    pass();
    const state = async (at: string) =>
      (await ask(scene.super_admin, pathOf(at, 'taxes', Number(tax.id)))).body.state;

    expect([await state(before), await state(alive), await state(removed)]).toEqual([
      'not-created',
      'existing',
      'removed',
    ]);
  });

  it('shows a rule as of a date', async () => {
    const sent = { ...samples.taxes.body(scene, 'super_admin'), rate: 10 };
    const { body: tax } = await write('POST', 'taxes', sent);
    const old = pass();
    await write('PUT', `taxes/${tax.id}`, { rate: 22 });

    const body = await shown(scene.super_admin, pathOf(old, 'taxes', Number(tax.id)));
    expect(body.fields.rate).toEqual([10, 22]);
  });

  it('says where the log begins when that is later than the moment', async () => {
    const old = pass(24);
    await save({ price: 350 });
    const body = await shown(scene.super_admin, pathOf(old));
    expect(body).toMatchObject({ is_cut: true, at: api.now().toISOString() });
    // The first change that is left tells nothing about the day before it.
    expect(body.fields.price).toEqual([350, 350]);
  });

  it('marks a field that was changed beside the log', async () => {
    await save({ price: 350 });
    const then = pass();
    await api.db.updateTable('products').set({ price: 999 }).where('id', '=', product.id).execute();
    const { body } = await ask(scene.super_admin, pathOf(then));
    expect(body.unsure).toEqual(['price']);
  });

  async function write(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
    const answer = await api.request(scene.super_admin, method, path, body);
    expect(answer.status).toBeLessThan(300);
    return answer;
  }
});
