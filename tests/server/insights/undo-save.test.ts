import { beforeEach, describe, expect, it } from 'vitest';
import { buildAttachment } from '../../support/factories';
import { type BuiltProduct, buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

let product: BuiltProduct;

beforeEach(async () => {
  product = await buildProduct(api.db, { shop: scene.shop, name: 'Чай', price: 300 });
});

const stored = () =>
  api.db.selectFrom('products').selectAll().where('id', '=', product.id).executeTakeFirstOrThrow();

/** Saves the product's form; returns the entry of the log. */
async function save(body: object): Promise<number> {
  const { version } = await stored();
  const answer = await api.request(scene.super_admin, 'PUT', `products/${product.slug}`, {
    ...body,
    version,
  });
  expect(answer.status).toBe(200);
  return lastEntry();
}

async function lastEntry(): Promise<number> {
  const { id } = await api.db
    .selectFrom('audit_log')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

describe('undoing a saved form', () => {
  it('is for people who read the history, and asks for a field and a version', async () => {
    const entry = await save({ price: 400 });
    const path = `audit/${entry}/undo`;
    const body = { fields: ['price'], version: 2 };
    for (const method of ['GET', 'POST'] as const) {
      expect((await api.request(null, method, path, body)).status).toBe(401);
      expect((await api.request(scene.customer, method, path, body)).status).toBe(403);
      expect((await api.request(scene.otherOwner, method, path, body)).status).toBe(404);
      expect((await api.request(scene.super_admin, method, 'audit/999999/undo', body)).status).toBe(404);
    }
    const empty = await api.request(scene.super_admin, 'POST', path, { fields: [] });
    expect(empty.body.errors).toEqual({ fields: ['error-choose-one'], version: expect.anything() });
    const unknown = await api.request(scene.super_admin, 'POST', path, { fields: ['shop_id'], version: 2 });
    expect(unknown.body.errors).toEqual({ fields: ['error-wrong-value'] });
    expect((await stored()).price).toBe(400);
  });

  it('shows both values, and writes the chosen ones as a save of its own', async () => {
    const entry = await save({ price: 400, name: 'Кофе', unit: 'пачка' });
    const shown = await api.request(scene.store_owner, 'GET', `audit/${entry}/undo`);
    expect(shown.body).toEqual({
      version: 2,
      changes: { price: [400, 300], name: ['Кофе', 'Чай'], unit: ['пачка', 'шт.'] },
      gone: [],
    });

    const body = { fields: ['price', 'unit'], version: 2 };
    expect((await api.request(scene.store_owner, 'POST', `audit/${entry}/undo`, body)).status).toBe(200);
    expect(await stored()).toMatchObject({ price: 300, unit: 'шт.', name: 'Кофе', version: 3 });
    const back = await api.request(scene.store_owner, 'GET', `audit/${await lastEntry()}/undo`);
    expect(back.body.changes).toEqual({ price: [300, 400], unit: ['шт.', 'пачка'] });
  });

  it('refuses a record that was saved meanwhile', async () => {
    const entry = await save({ price: 400 });
    await save({ price: 500 });
    const body = { fields: ['price'], version: 2 };
    const answer = await api.request(scene.super_admin, 'POST', `audit/${entry}/undo`, body);
    expect(answer.status).toBe(409);
    expect((await stored()).price).toBe(500);
  });

  it('validates the former values like a form', async () => {
    await save({ sale_price: 250 });
    const entry = await save({ sale_price: null });
    await save({ price: 200 });
    const body = { fields: ['sale_price'], version: 4 };
    const answer = await api.request(scene.super_admin, 'POST', `audit/${entry}/undo`, body);
    expect(answer.body.errors).toEqual({ sale_price: ['error-sale-price'] });
  });

  it('leaves out stock, which moves by differences, and what is as before', async () => {
    const entry = await save({ quantity: 4, quantity_was: 10, name: 'Кофе', price: 400 });
    await save({ name: 'Чай' });
    const { body } = await api.request(scene.super_admin, 'GET', `audit/${entry}/undo`);
    expect(body.changes).toEqual({ price: [400, 300] });
  });

  it('names files that are gone', async () => {
    const [first, second] = [await buildAttachment(api.db), await buildAttachment(api.db)];
    await save({ gallery: [{ id: first.id }, { id: second.id }], image: { id: first.id } });
    const entry = await save({ gallery: [], image: null });
    await api.db.deleteFrom('attachments').where('id', '=', first.id).execute();

    const { body } = await api.request(scene.super_admin, 'GET', `audit/${entry}/undo`);
    expect(body.gone).toEqual([
      { key: 'image', name: first.file_name },
      { key: 'gallery', name: first.file_name },
    ]);
    expect(body.changes).toEqual({ gallery: expect.anything() });
    const undone = { fields: ['gallery'], version: 3 };
    expect((await api.request(scene.super_admin, 'POST', `audit/${entry}/undo`, undone)).status).toBe(200);
    expect((await stored()).gallery).toEqual([expect.objectContaining({ id: second.id })]);
  });

  it('puts back only the changed properties of an object', async () => {
    await save({ seo: { metaTitle: 'Старое', metaDescription: 'Одно' } });
    const entry = await save({ seo: { metaTitle: 'Новое', metaDescription: 'Одно' } });
    await save({ seo: { metaTitle: 'Новое', metaDescription: 'Другое' } });
    const body = { fields: ['seo'], version: 4 };
    expect((await api.request(scene.super_admin, 'POST', `audit/${entry}/undo`, body)).status).toBe(200);
    expect((await stored()).seo).toMatchObject({ metaTitle: 'Старое', metaDescription: 'Другое' });
  });

  it('undoes a shop for administrators only', async () => {
    const change = { name: 'Новая лавка', version: 1 };
    await api.request(scene.super_admin, 'PUT', `shops/${scene.shop.slug}`, change);
    const path = `audit/${await lastEntry()}/undo`;
    const body = { fields: ['name'], version: 2 };
    expect((await api.request(scene.store_owner, 'POST', path, body)).status).toBe(404);
    expect((await api.request(scene.super_admin, 'POST', path, body)).status).toBe(200);
    const shop = await api.db.selectFrom('shops').select('name').where('id', '=', scene.shop.id).execute();
    expect(shop).toEqual([{ name: scene.shop.name }]);
  });
});
