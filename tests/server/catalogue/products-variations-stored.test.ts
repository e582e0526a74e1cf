import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cartesianProduct } from '@/contract/catalogue/products/variations';
import { buildAttachment } from '../../support/factories';
import { buildAttribute, buildProduct, buildVariation } from '../../support/products';
import { setUpVariations } from './variation-scene';

/** Variations of products: sold files, two thousand in one product, and stored rows. */
const made = setUpVariations();
const { api, scene, chosen, one, valid, create, update, change, patch, product } = made;

describe('sold files', () => {
  async function book(user: { id: number } = scene.store_owner) {
    const path = `2026-03/book-${user.id}.pdf`;
    const file = await buildAttachment(api.db, { user });
    await api.db
      .updateTable('attachments')
      .set({ path, kind: 'pdf', file_name: 'Книга (1).pdf', thumbnail_path: null })
      .where('id', '=', file.id)
      .execute();
    const place = join(api.dataDir, 'uploads', path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, 'pages');
    return { id: file.id, url: `uploads/${path}` };
  }

  it('are readable by editors of the product, and not by their public address', async () => {
    const file = await book();
    expect((await api.request(null, 'GET', file.url)).status).toBe(404);
    const { body } = await create({
      name: 'Книга',
      type_id: made.group.id,
      shop_id: scene.shop.id,
      unit: 'шт.',
      price: 5,
      status: 'publish',
      is_digital: true,
      digital_file: { attachment_id: file.id, url: 'https://evil.example' },
    });
    const address = `products/${body.id}/digital-file`;

    expect(body.digital_file).toEqual({
      id: file.id,
      attachment_id: file.id,
      file_name: 'Книга (1).pdf',
      url: `/admin/rest/${address}`,
    });
    const read = await api.request(scene.staff, 'GET', address);
    expect([read.status, read.body, read.headers['content-disposition']]).toEqual([
      ...[200, 'pages', `attachment; filename*=UTF-8''%D0%9A%D0%BD%D0%B8%D0%B3%D0%B0%20%281%29.pdf`],
    ]);
    expect((await api.request(null, 'GET', address)).status).toBe(401);
    expect((await api.request(scene.customer, 'GET', address)).status).toBe(403);
    expect((await api.request(scene.otherOwner, 'GET', address)).status).toBe(404);
    expect((await api.request(scene.store_owner, 'GET', file.url)).status).toBe(404);
    const seen = await api.request(null, 'GET', `products/${body.id}`);
    expect([seen.body.digital_file, 'digital_file_id' in seen.body]).toEqual([null, false]);
    await update(body.id, { is_digital: false });
    expect((await api.request(null, 'GET', file.url)).status).toBe(404);
  });

  it('may belong to a variation', async () => {
    const file = await book();
    const { body } = await create(
      valid([one(0, { is_digital: true, digital_file: { attachment_id: file.id } })]),
    );
    const [variation] = body.variation_options;

    expect(variation?.digital_file?.url).toBe(
      `/admin/rest/products/${body.id}/digital-file?variation_id=${variation?.id}`,
    );
    const address = `products/${body.id}/digital-file?variation_id=${variation?.id}`;
    expect((await api.request(scene.store_owner, 'GET', address)).body).toBe('pages');
    expect((await api.request(scene.store_owner, 'GET', `products/${body.id}/digital-file`)).status).toBe(
      404,
    );
    expect((await api.request(null, 'GET', file.url)).status).toBe(404);
  });

  it('must be the shop’s own: somebody else’s file id is not found', async () => {
    const theirs = await book(scene.otherOwner);
    const picture = await buildAttachment(api.db, { user: scene.otherOwner });
    const digital = { is_digital: true, digital_file: { attachment_id: theirs.id } };
    const { id } = await buildProduct(api.db, { shop: scene.shop });

    expect((await update(id, digital)).body.errors).toEqual({ digital_file: ['error-file-missing'] });
    expect((await update(id, { image: { id: picture.id } })).body.errors).toEqual({
      image: ['error-file-missing'],
    });
    expect((await update(id, { gallery: [{ id: picture.id }] })).body.errors).toEqual({
      'gallery[0]': ['error-file-missing'],
    });
    expect((await create(valid([one(0, digital)]))).body.errors).toEqual({
      'variation_options.upsert[0].digital_file': ['error-file-missing'],
    });
    expect((await update(id, { image: { id: picture.id } }, 'super_admin')).status).toBe(200);
    // Files assigned by an administrator become its own.
    expect((await update(id, { image: { id: picture.id } })).status).toBe(200);
    expect((await update(id, { image: { id: (await book()).id } })).body.errors).toEqual({
      image: ['error-not-a-picture'],
    });
  });
});

describe('two thousand variations', () => {
  it('are written, read and edited', async () => {
    const letters = await buildAttribute(api.db, {
      shop: scene.shop,
      name: 'Буква',
      values: Array.from({ length: 40 }, (_, index) => `б${index}`),
    });
    const numbers = await buildAttribute(api.db, {
      shop: scene.shop,
      name: 'Число',
      values: Array.from({ length: 50 }, (_, index) => `${index}`),
    });
    const combinations = cartesianProduct([letters.values, numbers.values]);
    const upsert = combinations.map((value_ids, index) => ({
      value_ids,
      price: 1 + index,
      quantity: 1,
      sku: `N-${index}`,
    }));
    const { status, body } = await create(
      valid(upsert, { variations: chosen(...letters.values, ...numbers.values) }),
    );

    expect([status, body.errors, body.quantity]).toEqual([201, undefined, 2000]);
    const edited = await patch(body.id, body.variation_options[1234]?.id ?? 0, { price: 5 });
    expect(edited.body.variation).toMatchObject({ sku: 'N-1234', price: 5 });
    const more = await buildAttribute(api.db, { shop: scene.shop, name: 'Ещё', values: ['x'] });
    expect(more.values).toHaveLength(1);
    const tooMany = await change(body.id, [{ ...upsert[0], sku: 'one-too-many' }]);
    expect(tooMany.body.errors).toMatchObject({ 'variation_options.upsert': ['error-too-many-values'] });
    const sale = body.variation_options
      .filter(({ sku }) => sku !== 'N-1234')
      .map(({ id, price }) => ({ id, sale_price: price - 0.5 }));
    expect((await change(body.id, sale)).body).toMatchObject({ min_price: 0.5, max_price: 2000 });
  }, 120_000);
});

describe('stored rows', () => {
  it('keep an ordered variation: it is only soft-deleted', async () => {
    const variable = await buildProduct(api.db, { shop: scene.shop, range: [100, 100], status: 'draft' });
    const { id } = await buildVariation(api.db, { product: variable, sku: 'OLD' });
    await api.db.updateTable('variation_options').set({ sold_quantity: 3 }).where('id', '=', id).execute();

    expect((await change(variable.id, [], [id])).status).toBe(200);
    const kept = await api.db
      .selectFrom('variation_options')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    expect(kept?.deleted_at).not.toBeNull();
    expect((await product(variable.id)).sold_quantity).toBe(3);
    expect((await create(valid([one(0, { sku: 'OLD' })]))).status).toBe(201);
  });
});
