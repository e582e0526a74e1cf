import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProductImport } from '@/contract/catalogue/products/imports';
import type { ProductReviewDetails } from '@/contract/catalogue/products/moderation';
import type { Variation } from '@/contract/catalogue/products/variations';
import { buildAttachment } from '../../support/factories';
import { sendFile, settled } from '../../support/import-files';
import { buildAttribute, buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { zipOf } from '../../support/zip';

/** Pictures and files of variations wait for an administrator as those of products do. */
const { api, scene } = setUpScene();

type Answered = Wire & { variation_options: Variation[] };
type Person = 'super_admin' | 'store_owner';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let colour: { id: number; values: number[] };
let group: { id: number; slug: string };
beforeEach(async () => {
  await api.request(scene.super_admin, 'POST', 'settings', { options: { isProductReview: true } });
  group = await buildGroup(api.db);
  colour = await buildAttribute(api.db, {
    shop: scene.shop,
    name: 'Цвет',
    values: ['Красный', 'Синий', 'Белый'],
  });
});

const one = (index: number, more: object = {}) => ({
  value_ids: [colour.values[index]],
  price: 100,
  quantity: 2,
  sku: `V-${index}`,
  ...more,
});
const put = (id: number, upsert: object[], who: Person = 'store_owner', gone: number[] = []) =>
  api.request<Answered>(scene[who], 'PUT', `products/${id}`, {
    variation_options: { upsert, delete: gone },
  });
const stored = (id: number) =>
  api.db.selectFrom('variation_options').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const picture = async () => {
  const { id } = await buildAttachment(api.db, { user: scene.store_owner });
  return { id };
};
const open = () =>
  api.db.selectFrom('product_reviews').selectAll().where('decision', 'is', null).executeTakeFirst();
const waiting = async () => {
  const review = await open();
  const path = `product-reviews/${review?.id}`;
  return (await api.request<ProductReviewDetails>(scene.super_admin, 'GET', path)).body;
};
const decide = async (verb: 'approve' | 'reject') => {
  const { id, version } = await waiting();
  const body = { version, ...(verb === 'reject' && { reason: 'Не то' }) };
  return api.request(scene.super_admin, 'POST', `product-reviews/${id}/${verb}`, body);
};

/** A product of two colours that is on sale, or has another status. */
async function sold(status = 'publish', prefix = 'V') {
  const { status: code, body } = await api.request<Answered>(scene.super_admin, 'POST', 'products', {
    name: 'Майка',
    type_id: group.id,
    shop_id: scene.shop.id,
    unit: 'шт.',
    status,
    product_type: 'variable',
    variations: colour.values.map((id) => ({ attribute_value_id: id })),
    variation_options: {
      upsert: [one(0, { sku: `${prefix}-0` }), one(1, { sku: `${prefix}-1` })],
      delete: [],
    },
  });
  expect([code, body.errors]).toEqual([201, undefined]);
  const [red, blue] = body.variation_options;
  return { id: body.id, red: red?.id ?? 0, blue: blue?.id ?? 0 };
}

describe('a picture', () => {
  it('waits while its price applies immediately; once approved it is on sale under the variation’s name', async () => {
    const { id, red } = await sold();
    const image = await picture();

    expect((await put(id, [{ id: red, price: 150, image }])).status).toBe(200);

    expect(await stored(red)).toMatchObject({ price: 150, image: null });
    expect((await waiting()).fields).toMatchObject([
      {
        key: 'image',
        variation: { title: 'Красный' },
        language: null,
        before: null,
        after: { id: image.id },
      },
    ]);
    expect((await decide('approve')).status).toBe(200);
    expect(await stored(red)).toMatchObject({ price: 150, image: { id: image.id } });
    expect(await open()).toBeUndefined();
  });

  it('waits also when one variation is edited by itself, and is dropped when rejected', async () => {
    const { id, red, blue } = await sold();
    const image = await picture();
    const patch = (variation: number) =>
      api.request(scene.store_owner, 'PATCH', `products/${id}/variations/${variation}`, {
        image,
        quantity: 9,
      });

    expect([(await patch(red)).status, (await patch(blue)).status]).toEqual([200, 200]);

    expect((await waiting()).fields.map(({ variation }) => variation?.title)).toEqual(['Красный', 'Синий']);
    expect((await decide('reject')).status).toBe(200);
    expect(await stored(blue)).toMatchObject({ quantity: 9, image: null });
  });

  it('of a new variation waits, too; the variation is sold without it', async () => {
    const { id } = await sold();
    const image = await picture();

    const { body } = await put(id, [one(2, { image })]);
    const white = body.variation_options.find(({ title }) => title === 'Белый');

    expect(white).toMatchObject({ image: null, is_disable: false });
    expect((await decide('approve')).status).toBe(200);
    expect((await stored(white?.id ?? 0)).image).toMatchObject({ id: image.id });
  });

  it('no longer waits when the vendor restores the live values', async () => {
    const { id, red } = await sold();
    await put(id, [{ id: red, image: await picture() }]);
    expect(await open()).toBeDefined();

    await put(id, [{ id: red, image: null }]);

    expect(await open()).toBeUndefined();
  });

  it('of a variation removed meanwhile is skipped', async () => {
    const { id, red, blue } = await sold();
    const image = await picture();
    await put(id, [
      { id: red, image },
      { id: blue, image },
    ]);
    await put(id, [], 'store_owner', [red]);

    expect((await waiting()).fields.map(({ variation }) => variation?.title)).toEqual(['Синий']);
    expect((await decide('approve')).status).toBe(200);
    expect((await stored(blue)).image).toMatchObject({ id: image.id });
    expect((await stored(red)).image).toBeNull();
  });

  it('applies immediately by an administrator, and while the product is a draft', async () => {
    const image = await picture();
    const [live, draft] = [await sold(), await sold('draft', 'D')];

    await put(live.id, [{ id: live.red, image }], 'super_admin');
    await put(draft.id, [{ id: draft.red, image }]);

    expect((await stored(live.red)).image).toMatchObject({ id: image.id });
    expect((await stored(draft.red)).image).toMatchObject({ id: image.id });
    expect(await open()).toBeUndefined();
  });

  it('from a file waits, for stored variations and for new ones', async () => {
    const { id, red } = await sold();
    const { slug } = await api.db
      .selectFrom('products')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const rows = [`V-0;;700;${slug};Цвет: Красный;a.png`, `V-2;3;800;${slug};Цвет: Белый;a.png`];
    const content = ['sku;quantity;price;parent;options;image', ...rows].join('\n');
    const { body } = await sendFile<ProductImport & Wire>(
      ...([api, scene.store_owner, 'product-imports', { name: 'a.csv', content }] as const),
      { shop_id: String(scene.shop.id) },
    );
    await sendFile(api, scene.store_owner, `product-imports/${body.id}/pictures`, {
      name: 'a.zip',
      content: zipOf({ 'a.png': png }),
    });
    await api.request(scene.store_owner, 'POST', `product-imports/${body.id}/run`);

    expect(await settled(api, scene.store_owner, body.id)).toMatchObject({ created: 1, updated: 1 });
    expect(await stored(red)).toMatchObject({ price: 700, image: null });
    expect((await waiting()).fields).toMatchObject([
      { key: 'image', variation: { title: 'Красный' }, after: { file_name: 'a.png' } },
      { key: 'image', variation: { title: 'Белый' }, after: { file_name: 'a.png' } },
    ]);
    expect((await decide('approve')).status).toBe(200);
    expect((await stored(red)).image).toMatchObject({ file_name: 'a.png' });
  });
});

describe('a sold file', () => {
  it('waits together with the switch to a digital variation', async () => {
    const { id, red } = await sold();
    const { id: attachment_id } = await picture();
    const { path } = await api.db
      .selectFrom('attachments')
      .select('path')
      .where('id', '=', attachment_id)
      .executeTakeFirstOrThrow();
    const file = join(api.dataDir, 'uploads', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, png);
    const fetched = async () => (await api.request(null, 'GET', `uploads/${path}`)).status;
    expect(await fetched()).toBe(404);
    expect((await put(id, [{ id: red, image: { id: attachment_id } }])).status).toBe(200);
    expect(await fetched()).toBe(200);

    expect((await put(id, [{ id: red, is_digital: true, digital_file: { attachment_id } }])).status).toBe(
      200,
    );

    expect(await stored(red)).toMatchObject({ is_digital: false, digital_file_id: null });
    // Nobody can open it by its address, or remove it while it waits.
    expect(await fetched()).toBe(404);
    const review = await waiting();
    const address = `product-reviews/${review.id}/files/${attachment_id}`;
    expect((await api.request(scene.super_admin, 'GET', address)).headers['content-length']).toBe(
      String(png.length),
    );
    expect((await api.request(scene.store_owner, 'GET', address)).status).toBe(200);
    const others: [{ id: number } | null, number][] = [
      [null, 401],
      [scene.customer, 403],
      [scene.otherOwner, 404],
    ];
    for (const [who, status] of others) expect((await api.request(who, 'GET', address)).status).toBe(status);
    const another = await picture();
    for (const path of [`${review.id}/files/${another.id}`, `${review.id}/files/x`, 'x/files/1'])
      expect((await api.request(scene.super_admin, 'GET', `product-reviews/${path}`)).status).toBe(404);
    const removed = await api.request(scene.store_owner, 'DELETE', `attachments/${attachment_id}`);
    expect([removed.status, removed.body.message]).toEqual([409, 'IN_USE']);
    expect((await decide('approve')).status).toBe(200);
    expect(await stored(red)).toMatchObject({ is_digital: true, digital_file_id: attachment_id });
  });

  it('keeps a new variation off sale until its review, whatever its vendor sends', async () => {
    const { id } = await sold();
    const { id: attachment_id } = await picture();
    const { body } = await put(id, [one(2, { is_digital: true, digital_file: { attachment_id } })]);
    const white = body.variation_options.find(({ title }) => title === 'Белый')?.id ?? 0;
    expect(await stored(white)).toMatchObject({ is_disable: true, digital_file_id: attachment_id });

    await put(id, [{ id: white, is_disable: false }]);

    expect((await stored(white)).is_disable).toBe(true);
    expect((await waiting()).fields).toMatchObject([
      { key: 'is_disable', variation: { title: 'Белый' }, before: true, after: false },
    ]);
    expect((await decide('approve')).status).toBe(200);
    expect((await stored(white)).is_disable).toBe(false);
    await put(id, [{ id: white, is_disable: true }]);
    expect((await stored(white)).is_disable).toBe(true);
    expect(await open()).toBeUndefined();
  });
});
