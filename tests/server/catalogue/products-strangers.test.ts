import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildAttachment, buildUser } from '../../support/factories';
import {
  type BuiltProduct,
  buildAttribute,
  buildGroup,
  buildProduct,
  buildVariation,
} from '../../support/products';
import { setUpScene } from '../../support/scene';

/**
 * A shop's unpublished data cannot be seen, counted, exported, changed or probed by another shop: not by its owner or
 * staff, nor by the own shop's staff without the catalogue scope.
 */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

let group: { id: number };
let draft: BuiltProduct;
let onSale: BuiltProduct;
let variable: BuiltProduct;
let variation: { id: number };
let clerk: { id: number };
beforeEach(async () => {
  group = await buildGroup(api.db);
  const shop = scene.shop;
  draft = await buildProduct(api.db, { shop, group, name: 'Тайна', sku: 'SECRET-1', status: 'draft' });
  onSale = await buildProduct(api.db, { shop, group, name: 'Чашка', sku: 'CUP-1', price: 70 });
  variable = await buildProduct(api.db, {
    shop,
    group,
    name: 'Секретная футболка',
    range: [5, 5],
    status: 'draft',
  });
  variation = await buildVariation(api.db, { product: variable, sku: 'SECRET-V' });
  clerk = await buildUser(api.db, { role: 'staff', worksIn: shop });
  await api.db
    .updateTable('users')
    .set({ permissions: ['staff', 'customer', 'staff:orders'] })
    .where('id', '=', clerk.id)
    .execute();
});

const strangers = ['otherOwner', 'otherStaff', 'clerk', 'customer', 'guest'] as const;
type Stranger = (typeof strangers)[number];
const person = (who: Stranger) => (who === 'guest' ? null : who === 'clerk' ? clerk : scene[who]);
const ask = (
  who: Stranger,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => api.request(person(who), method, path, body);

describe.each(strangers)('%s', (who) => {
  it.each([
    '',
    '?search=status:draft',
    '?search=name:тайна',
    '?search=sku:SECRET-1',
    '?status=draft',
    '?search=name:SECRET-V',
  ])('neither sees nor counts unpublished products: products%s', async (query) => {
    const { status, body } = await ask(who, 'GET', `products${query}`);
    const names = body.data.map(({ name }) => name);

    expect([status, names.filter((name) => name !== 'Чашка')]).toEqual([200, []]);
    expect(body.total).toBe(names.length);
  });

  it('does not find it by its id or slug; existing and missing products look alike', async () => {
    const answers = await Promise.all(
      [draft.id, draft.slug, variable.id, 999_999, 'net-takogo'].map((key) =>
        ask(who, 'GET', `products/${key}`),
      ),
    );

    expect(new Set(answers.map(({ status, body }) => `${status} ${body.message}`))).toEqual(
      new Set(['404 NOT_FOUND']),
    );
  });

  it('reads nothing internal of a published product', async () => {
    await api.db
      .insertInto('product_reviews')
      .values({
        product_id: onSale.id,
        shop_id: scene.shop.id,
        values: '{"name":"Кружка"}',
        submitted_at: api.now(),
      })
      .execute();
    const { body } = await ask(who, 'GET', `products/${onSale.id}`);

    expect([body.name, body.has_waiting_change, body.digital_file, 'review' in body]).toEqual([
      'Чашка',
      false,
      null,
      false,
    ]);
  });
});

describe.each(['otherOwner', 'otherStaff', 'clerk'] as const)('%s', (who) => {
  const refusal = who === 'clerk' ? 403 : 404;

  it('changes nothing in it', async () => {
    const everything = () =>
      Promise.all([
        api.db.selectFrom('products').selectAll().orderBy('id').execute(),
        api.db.selectFrom('variation_options').selectAll().execute(),
        api.db.selectFrom('audit_log').select('id').orderBy('id').execute(),
      ]);
    const before = await everything();

    for (const [method, path, body] of [
      ['PUT', `products/${onSale.id}`, { price: 1 }],
      ['PATCH', `products/${draft.slug}`, { name: 'Моя' }],
      // The shop named in the body does not decide whose the product is.
      ['PUT', `products/${draft.id}`, { shop_id: scene.otherShop.id, price: 1 }],
      ['PUT', `products/${draft.id}?language=en`, { name: 'Mine' }],
      ['DELETE', `products/${draft.id}`, undefined],
      ['POST', `products/${draft.id}/restore`, {}],
      ['GET', `products/${variable.id}/variations`, undefined],
      ['PATCH', `products/${variable.id}/variations/${variation.id}`, { price: 1 }],
      ['GET', `products/${variable.id}/digital-file`, undefined],
      ['GET', `products/${variable.id}/digital-file?variation_id=${variation.id}`, undefined],
    ] as const) {
      expect([path, (await ask(who, method, path, body)).status]).toEqual([path, refusal]);
    }
    const many = await ask(who, 'POST', 'products/bulk/remove', { ids: [draft.id, onSale.id] });
    expect([many.status, many.body.done]).toEqual(who === 'clerk' ? [403, undefined] : [200, 0]);
    expect(await everything()).toEqual(before);
  });

  it('adds nothing to it', async () => {
    const body = { name: 'Чашка', type_id: group.id, shop_id: scene.shop.id, unit: 'шт.', price: 1 };

    expect((await ask(who, 'POST', 'products', body)).status).toBe(refusal);
    expect(await api.db.selectFrom('products').select('id').execute()).toHaveLength(3);
  });

  it('exports nothing of it for any query', async () => {
    for (const query of ['', `?search=shop_id:${scene.shop.id}`, '?search=status:publish']) {
      const { status, body } = await ask(who, 'GET', `products/export${query}`);
      const text = String(body);

      expect(status).toBe(who === 'clerk' ? 403 : 200);
      expect(text).not.toMatch(/Тайна|Чашка|SECRET/);
    }
  });
});

describe('another shop', () => {
  const write = (more: object) =>
    api.request(scene.otherOwner, 'POST', 'products', {
      name: 'Моё',
      type_id: group.id,
      shop_id: scene.otherShop.id,
      unit: 'шт.',
      price: 1,
      ...more,
    });

  it('may use the same numbers, and so learns of none', async () => {
    expect((await write({ sku: 'SECRET-1' })).status).toBe(201);
    expect((await write({ sku: 'SECRET-V' })).status).toBe(201);
  });

  it('cannot create variations with this shop’s values: they look as unknown as missing ones', async () => {
    const { values } = await buildAttribute(api.db, { shop: scene.shop, name: 'Секрет', values: ['Да'] });
    const of = (ids: number[], options?: object) => ({
      product_type: 'variable',
      variations: ids.map((attribute_value_id) => ({ attribute_value_id })),
      variation_options: { upsert: [{ price: 1, sku: 'x', ...(options ?? { value_ids: ids }) }], delete: [] },
    });
    const theirs = await write(of(values));
    const nobodys = await write(of([999_999]));

    expect([theirs.status, theirs.body.errors]).toEqual([422, nobodys.body.errors]);
    const named = await write(of([], { options: [{ name: 'Секрет', value: 'Да' }] }));
    const unknown = await write(of([], { options: [{ name: 'Нет', value: 'Нет' }] }));
    expect(named.body.errors).toEqual(unknown.body.errors);
  });

  it('cannot attach this shop’s files, nor read their addresses', async () => {
    const file = await buildAttachment(api.db, { user: scene.store_owner });
    for (const more of [
      { image: { id: file.id } },
      { gallery: [{ id: file.id }] },
      { seo: { ogImage: { id: file.id } } },
      { is_digital: true, digital_file: { attachment_id: file.id } },
    ]) {
      const theirs = await write(more);

      expect(theirs.status).toBe(422);
      expect(Object.values(theirs.body.errors)).toEqual([['error-file-missing']]);
      expect(JSON.stringify(theirs.body)).not.toContain(file.path);
    }
  });

  it('cannot translate by a slug that is not its own', async () => {
    const body = {
      name: 'Mine',
      slug: draft.slug,
      type_id: group.id,
      shop_id: scene.otherShop.id,
      unit: 'pcs',
      price: 1,
    };
    const { status } = await api.request(scene.otherOwner, 'POST', 'products?language=en', body);

    expect(status).toBe(404);
    const { translations } = await api.db
      .selectFrom('products')
      .select('translations')
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect(translations).toEqual({});
  });
});

it('exports its own products and nothing of others', async () => {
  await buildProduct(api.db, { shop: scene.otherShop, name: 'Чужая' });
  const { body } = await api.request(scene.staff, 'GET', 'products/export');

  expect(String(body)).toContain('Тайна');
  expect(String(body)).not.toContain('Чужая');
});

it('limits every list request', async () => {
  const { body } = await api.request(null, 'GET', 'products?limit=100000');
  expect(body.per_page).toBe(100);
  const many = Array.from({ length: 501 }, (_, index) => ({ attribute_value_id: index + 1 }));
  const { body: refused } = await api.request(scene.store_owner, 'PUT', `products/${draft.id}`, {
    variations: many,
    categories: many.map(({ attribute_value_id }) => attribute_value_id),
    video: Array.from({ length: 11 }, () => ({ url: 'https://rutube.ru/x' })),
  });
  expect(refused.errors).toMatchObject({
    variations: ['error-too-many-values'],
    categories: ['error-too-many-values'],
    video: ['error-too-many-values'],
  });
});
