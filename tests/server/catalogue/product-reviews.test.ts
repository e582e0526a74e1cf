import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProductReviewDetails } from '@/contract/catalogue/products/moderation';
import { buildAttachment, buildUser } from '../../support/factories';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Moderation: products published by vendors wait for an administrator while the setting is on. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

type Person = Parameters<typeof api.request>[0];

const setReview = async (isOn: boolean) => {
  const options = { isProductReview: isOn };
  expect((await api.request(scene.super_admin, 'POST', 'settings', { options })).status).toBe(200);
};
const put = (who: Person, id: number, body: object) => api.request(who, 'PUT', `products/${id}`, body);
const queue = async (who: Person, query = '') =>
  (await api.request<{ data: ProductReviewDetails[] }>(who, 'GET', `product-reviews?${query}`)).body.data;
const details = async (who: Person, id: number) =>
  (await api.request<ProductReviewDetails>(who, 'GET', `product-reviews/${id}`)).body;
const decide = (id: number, verb: 'approve' | 'reject', body: object = {}) =>
  api.request<ProductReviewDetails & Wire>(scene.super_admin, 'POST', `product-reviews/${id}/${verb}`, body);
const stored = (id: number) =>
  api.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const reviewRow = (id: number) =>
  api.db.selectFrom('product_reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const emails = () =>
  api.db.selectFrom('outbox').select(['recipient', 'template', 'subject', 'body']).orderBy('id').execute();
const own = (given: Parameters<typeof buildProduct>[1] = {}) =>
  buildProduct(api.db, { shop: scene.shop, name: 'Чай', ...given });

/** A draft submitted by its owner: the product and the id of the submission. */
async function sendIn(given: Parameters<typeof buildProduct>[1] = {}) {
  const product = await own({ status: 'draft', ...given });
  expect((await put(scene.store_owner, product.id, { status: 'under_review' })).status).toBe(200);
  const { id } = await api.db
    .selectFrom('product_reviews')
    .select('id')
    .where('product_id', '=', product.id)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow();
  return { product, id };
}

/** A change of a live product. */
async function change(values: object, given: Parameters<typeof buildProduct>[1] = {}) {
  const product = await own(given);
  expect((await put(scene.store_owner, product.id, values)).status).toBe(200);
  const { id } = await api.db
    .selectFrom('product_reviews')
    .select('id')
    .where('product_id', '=', product.id)
    .executeTakeFirstOrThrow();
  return { product, id };
}

/** A product as its vendor reads it. */
interface Reviewed {
  review: { decision: string; reason: string | null };
}

beforeEach(() => setReview(true));

describe('the life of a product', () => {
  it('goes from a draft through a rejection with a reason to the storefront', async () => {
    const { product, id } = await sendIn();
    expect(await queue(scene.super_admin, 'state=waiting')).toMatchObject([
      { id, kind: 'product', state: 'waiting', product: { name: 'Чай' }, shop: { id: scene.shop.id } },
    ]);

    const refused = await decide(id, 'reject', { version: 1, reason: '  Нет состава ' });
    expect([refused.status, refused.body.state, refused.body.reason]).toEqual([
      200,
      'rejected',
      'Нет состава',
    ]);
    expect(await stored(product.id)).toMatchObject({ status: 'rejected' });
    const seen = await api.request(scene.store_owner, 'GET', `products/${product.id}`);
    expect(seen.body).toMatchObject({ review: { decision: 'rejected', reason: 'Нет состава' } });

    await put(scene.store_owner, product.id, { description: 'Чёрный чай', status: 'under_review' });
    const [again] = await queue(scene.super_admin, 'state=waiting');
    expect(again?.id).not.toBe(id);
    const approved = await decide(again?.id ?? 0, 'approve', { version: again?.version });

    expect([approved.status, approved.body.state]).toEqual([200, 'approved']);
    const shown = await api.request(null, 'GET', `products/${product.id}`);
    expect([shown.status, shown.body]).toMatchObject([200, { status: 'publish', description: 'Чёрный чай' }]);
    expect(shown.body).not.toHaveProperty('review');
    const owner = scene.store_owner.email;
    expect(await emails()).toMatchObject([
      { recipient: owner, template: 'product-rejected', body: expect.stringContaining('Нет состава') },
      { recipient: owner, template: 'product-approved', subject: 'Проверка пройдена: «Чай»' },
    ]);
  });

  it('shows its vendor the last decision, however many came before', async () => {
    const { product } = await sendIn();
    const seen: unknown[] = [];
    const outcomes = ['reject', 'reject', 'approve', 'reject', 'approve'] as const;
    for (const [round, outcome] of outcomes.entries()) {
      const sent = round < 3 ? { status: 'under_review' } : { name: `Чай ${round}` };
      if (round > 0) await put(scene.store_owner, product.id, sent);
      const [waiting] = await queue(scene.super_admin, 'state=waiting');
      const { id, version } = waiting ?? { id: 0 };
      await decide(id, outcome, { version, ...(outcome === 'reject' && { reason: `Причина ${round}` }) });
      const { body } = await api.request<Reviewed>(scene.store_owner, 'GET', `products/${product.id}`);
      seen.push([body.review.decision, body.review.reason]);
    }

    expect(seen).toEqual([
      ['rejected', 'Причина 0'],
      ['rejected', 'Причина 1'],
      ['approved', null],
      ['rejected', 'Причина 3'],
      ['approved', null],
    ]);
  });

  it('includes what its vendor changes while it waits', async () => {
    const { product, id } = await sendIn();
    await put(scene.store_owner, product.id, { name: 'Совсем другое' });

    const { status, body } = await decide(id, 'approve', { version: 1 });

    expect([status, body.message]).toEqual([409, 'CONFLICT']);
    expect((await stored(product.id)).status).toBe('under_review');
    expect((await decide(id, 'approve', { version: 2 })).status).toBe(200);
  });

  it('shows every field of a new product, with nothing on the left', async () => {
    const { id } = await sendIn({ price: 250 });

    const { fields, kind, vendor } = await details(scene.super_admin, id);

    expect([kind, vendor]).toEqual(['product', { approved: 0, rejected: 0 }]);
    expect(fields.find(({ key }) => key === 'name')).toEqual({
      key: 'name',
      language: null,
      variation: null,
      before: null,
      after: 'Чай',
    });
    expect(fields.find(({ key }) => key === 'type_id')?.after).toMatchObject({ name: expect.any(String) });
    expect(fields.find(({ key }) => key === 'price')?.after).toBe(250);
    expect(fields.every(({ before }) => before === null)).toBe(true);
  });

  it('is decided also by the status that an administrator sets', async () => {
    const first = await sendIn();
    const second = await sendIn({ name: 'Кофе' });

    await put(scene.super_admin, first.product.id, { status: 'publish' });
    await put(scene.super_admin, second.product.id, { status: 'rejected' });

    expect(await reviewRow(first.id)).toMatchObject({
      decision: 'approved',
      decided_by: scene.super_admin.id,
    });
    expect(await reviewRow(second.id)).toMatchObject({ decision: 'rejected' });
    expect((await emails()).map(({ template }) => template)).toEqual([
      'product-approved',
      'product-rejected',
    ]);
  });

  it('returns to a draft when its vendor withdraws it', async () => {
    const { product, id } = await sendIn();

    const { status, body } = await api.request(scene.store_owner, 'DELETE', `product-reviews/${id}`);

    expect([status, body]).toMatchObject([200, { state: 'withdrawn' }]);
    expect((await stored(product.id)).status).toBe('draft');
    expect((await decide(id, 'approve')).status).toBe(409);
    expect(await emails()).toEqual([]);
  });

  it('ends when its vendor makes it a draft', async () => {
    const { product, id } = await sendIn();

    await put(scene.store_owner, product.id, { status: 'draft' });

    expect(await reviewRow(id)).toMatchObject({ decision: 'withdrawn' });
  });
});

describe('a change of a live product', () => {
  it('leaves the storefront unchanged until approval; prices and stock apply immediately', async () => {
    const { product, id } = await change({ name: 'Чай зелёный', price: 300, quantity: 4 }, { price: 200 });
    const read = async () => (await api.request(null, 'GET', `products/${product.id}`)).body;
    expect(await read()).toMatchObject({ name: 'Чай', price: 300, quantity: 4, status: 'publish' });
    expect(await reviewRow(id)).toMatchObject({ values: { name: 'Чай зелёный' } });
    const { version } = await stored(product.id);

    const { body } = await decide(id, 'approve', { version: 1 });

    expect(await read()).toMatchObject({ name: 'Чай зелёный', price: 300 });
    expect((await stored(product.id)).version).toBeGreaterThan(version);
    // The previous values are still shown afterwards.
    expect(body.fields).toEqual([
      { key: 'name', language: null, variation: null, before: 'Чай', after: 'Чай зелёный' },
    ]);
    const entries = await api.db
      .selectFrom('audit_log')
      .select(['family', 'action', 'changes'])
      .where('user_id', '=', scene.super_admin.id)
      .where('family', 'in', ['products', 'product-reviews'])
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { family: 'product-reviews', action: 'approve', changes: { name: ['Чай', 'Чай зелёный'] } },
      { family: 'products', action: 'update', changes: { name: ['Чай', 'Чай зелёный'] } },
    ]);
    expect((await emails()).map(({ subject }) => subject)).toEqual(['Изменения одобрены: «Чай зелёный»']);
  });

  it('holds the slug, which must be free both on submission and on approval', async () => {
    const other = await own({ name: 'Кофе' });
    const { product, id } = await change({ slug: 'chay-zelyony' });
    expect((await stored(product.id)).slug).toBe(product.slug);
    expect((await details(scene.super_admin, id)).fields).toMatchObject([
      { key: 'slug', before: product.slug, after: 'chay-zelyony' },
    ]);
    const taken = await put(scene.store_owner, product.id, { slug: other.slug });
    expect([taken.status, taken.body.errors]).toEqual([422, { slug: ['error-taken'] }]);

    await put(scene.super_admin, other.id, { slug: 'chay-zelyony' });
    const refused = await decide(id, 'approve');
    expect([refused.status, refused.body.errors]).toEqual([422, { slug: ['error-taken'] }]);
    await put(scene.super_admin, other.id, { slug: 'kofe' });
    expect((await decide(id, 'approve')).status).toBe(200);
    expect((await stored(product.id)).slug).toBe('chay-zelyony');
  });

  it('merges every edit, and drops a value that equals the live one again', async () => {
    const { product, id } = await change({ name: 'Чай зелёный' });
    await put(scene.store_owner, product.id, { unit: 'кг' });
    expect(await reviewRow(id)).toMatchObject({ values: { name: 'Чай зелёный', unit: 'кг' }, version: 2 });

    await put(scene.store_owner, product.id, { name: 'Чай' });
    expect(await reviewRow(id)).toMatchObject({ values: { unit: 'кг' }, version: 3, decision: null });

    await put(scene.store_owner, product.id, { unit: 'шт.' });
    expect(await reviewRow(id)).toMatchObject({ decision: 'withdrawn' });
  });

  it('is not opened when no reviewed field differs', async () => {
    const product = await own();
    const { body } = await api.request(scene.store_owner, 'GET', `products/${product.id}`);
    const { variation_options: _none, ...facts } = body;

    const saved = await put(scene.store_owner, product.id, { ...facts, price: 777 });
    expect([saved.status, saved.body.errors]).toEqual([200, undefined]);

    expect(await queue(scene.super_admin)).toEqual([]);
    expect((await stored(product.id)).price).toBe(777);
  });

  it('holds categories, tags, pictures and translations, and writes them all', async () => {
    const category = await api.db
      .insertInto('categories')
      .values({ name: 'Чаи', slug: 'chai' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const tag = await api.db
      .insertInto('tags')
      .values({ name: 'Новинка', slug: 'novinka' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const file = await buildAttachment(api.db, { user: scene.store_owner });
    const { product, id } = await change({
      categories: [category.id],
      tags: [tag.id],
      image: { id: file.id },
      gallery: [{ id: file.id }],
      seo: { metaTitle: 'Купить чай' },
    });
    await put(scene.store_owner, product.id, { language: 'en', name: 'Tea' });

    const { fields } = await details(scene.super_admin, id);
    expect(fields.map(({ key, language }) => [key, language])).toEqual([
      ...[
        ['categories', null],
        ['tags', null],
        ['image', null],
        ['gallery', null],
        ['seo', null],
      ],
      ['name', 'en'],
    ]);
    expect(fields[0]).toMatchObject({ before: [], after: [{ id: category.id, name: 'Чаи' }] });
    expect(fields[2]).toMatchObject({ before: null, after: { id: file.id, thumbnail: expect.any(String) } });

    expect((await decide(id, 'approve')).status).toBe(200);
    const read = async (language: string) =>
      (await api.request(null, 'GET', `products/${product.id}?language=${language}`)).body;
    expect(await read('ru')).toMatchObject({
      name: 'Чай',
      categories: [{ name: 'Чаи' }],
      tags: [{ name: 'Новинка' }],
      image: { id: file.id },
      seo: { metaTitle: 'Купить чай' },
    });
    expect((await read('en')).name).toBe('Tea');
  });

  it('is written in the default language whatever language the administrator reads in', async () => {
    const { product, id } = await change({ name: 'Чай зелёный' });

    await decide(id, 'approve', { language: 'en' });

    expect(await stored(product.id)).toMatchObject({ name: 'Чай зелёный', translations: {} });
  });

  it('stays open when a referenced record is gone, and names the field', async () => {
    const category = await api.db
      .insertInto('categories')
      .values({ name: 'Чаи', slug: 'chai' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { product, id } = await change({ name: 'Чай зелёный', categories: [category.id] });
    await api.db.updateTable('categories').set({ deleted_at: new Date() }).execute();

    const { status, body } = await decide(id, 'approve');

    expect([status, body]).toMatchObject([
      422,
      { message: 'VALIDATION_FAILED', errors: { categories: [expect.any(String)] } },
    ]);
    expect((await stored(product.id)).name).toBe('Чай');
    expect(await reviewRow(id)).toMatchObject({ decision: null });
    expect((await details(scene.super_admin, id)).fields[1]).toMatchObject({
      after: [{ id: category.id, name: null }],
    });
  });

  it('leaves the live product untouched when it is rejected, and can be submitted again', async () => {
    const { product, id } = await change({ name: 'Чай зелёный' });
    const before = await stored(product.id);

    await decide(id, 'reject', { reason: 'Не зелёный' });

    expect(await stored(product.id)).toEqual(before);
    const { body } = await api.request(scene.store_owner, 'GET', `products/${product.id}`);
    expect(body).toMatchObject({
      name: 'Чай',
      review: { decision: 'rejected', reason: 'Не зелёный', values: { name: 'Чай зелёный' } },
    });
    expect((await details(scene.store_owner, id)).fields).toMatchObject([
      { before: 'Чай', after: 'Чай зелёный' },
    ]);
    expect((await emails())[0]).toMatchObject({ subject: 'Изменения не приняты: «Чай»' });
  });

  it('is withdrawn without a trace in the storefront', async () => {
    const { product, id } = await change({ name: 'Чай зелёный' });

    await api.request(scene.store_owner, 'DELETE', `product-reviews/${id}`);

    expect(await stored(product.id)).toMatchObject({ name: 'Чай', status: 'publish' });
  });
});

describe('the setting', () => {
  it('keeps waiting submissions open when it is switched off', async () => {
    const waiting = await sendIn();
    const { product, id } = await change({ name: 'Чай зелёный' });
    await setReview(false);

    await put(scene.store_owner, product.id, { unit: 'кг' });
    expect((await stored(product.id)).unit).toBe('кг');
    expect((await decide(id, 'approve')).status).toBe(200);
    expect((await decide(waiting.id, 'reject', { reason: 'Нет' })).status).toBe(200);

    expect((await stored(product.id)).name).toBe('Чай зелёный');
    expect((await stored(waiting.product.id)).status).toBe('rejected');
  });

  it('is not affected by disabling a shop', async () => {
    const { product, id } = await sendIn();

    await api.request(scene.super_admin, 'POST', 'disapprove-shop', { id: scene.shop.id });

    expect((await stored(product.id)).status).toBe('under_review');
    expect(await reviewRow(id)).toMatchObject({ decision: null });
  });
});

describe('decisions', () => {
  it('are the administrator’s', async () => {
    const { id } = await sendIn();

    for (const verb of ['approve', 'reject']) {
      const path = `product-reviews/${id}/${verb}`;
      expect((await api.request(null, 'POST', path, {})).status).toBe(401);
      for (const who of [scene.store_owner, scene.staff, scene.customer]) {
        expect((await api.request(who, 'POST', path, { reason: 'Так' })).status).toBe(403);
      }
    }
    expect(
      (await api.request(scene.store_owner, 'POST', 'product-reviews/bulk/approve', { ids: [id] })).status,
    ).toBe(403);
    expect(await reviewRow(id)).toMatchObject({ decision: null });
  });

  it('require a reason for a rejection, of limited length', async () => {
    const { id } = await sendIn();

    for (const reason of [undefined, '', '   ', 'я'.repeat(1001), { a: 1 }]) {
      const { status, body } = await decide(id, 'reject', { reason });
      expect([reason, status, Object.keys(body.errors ?? {})]).toEqual([reason, 422, ['reason']]);
    }
    for (const key of ['999999', 'abc', '1e9']) {
      expect(
        (await api.request(scene.super_admin, 'POST', `product-reviews/${key}/approve`, {})).status,
      ).toBe(404);
    }
  });

  it('happen once: of two concurrent ones the second is refused', async () => {
    const { product, id } = await sendIn();

    const answers = await Promise.all([decide(id, 'approve'), decide(id, 'reject', { reason: 'Нет' })]);

    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409]);
    const { decision } = await reviewRow(id);
    expect((await stored(product.id)).status).toBe(decision === 'approved' ? 'publish' : 'rejected');
    expect(await emails()).toHaveLength(1);
    const late = await decide(id, 'approve');
    expect([late.status, late.body.current]).toMatchObject([
      409,
      { id, state: expect.stringMatching(/approved|rejected/) },
    ]);
  });

  it('do not publish a product that nobody could buy', async () => {
    const { product, id } = await sendIn();
    await api.db.updateTable('products').set({ price: null }).where('id', '=', product.id).execute();

    const { status, body } = await decide(id, 'approve');

    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['price']]);
    expect((await stored(product.id)).status).toBe('under_review');
  });

  it('are made in bulk, skipping impossible ones, with one e-mail per shop', async () => {
    const [first, second, third] = [
      await sendIn(),
      await sendIn({ name: 'Кофе' }),
      await sendIn({ name: 'Сок' }),
    ];
    await api.db.updateTable('products').set({ price: null }).where('id', '=', second.product.id).execute();

    const ids = [first.id, second.id, third.id, 999_999];
    const preview = (who: typeof scene.super_admin | null) =>
      api.request(who, 'POST', 'product-reviews/bulk/approve/preview', { ids });
    expect([(await preview(null)).status, (await preview(scene.store_owner)).status]).toEqual([401, 403]);
    expect((await preview(scene.super_admin)).body).toMatchObject({
      ...{ done: 2, kept: { refused: 2 } },
      samples: [{ before: 'product', after: 'approved' }, {}],
    });
    expect((await stored(first.product.id)).status).toBe('under_review');

    const { status, body } = await api.request(scene.super_admin, 'POST', 'product-reviews/bulk/approve', {
      ids,
    });

    expect([status, body]).toEqual([
      200,
      {
        done: 2,
        next: null,
        undo: { id: expect.any(Number), until: expect.any(String) },
        refused: [
          { id: second.id, errors: { price: [expect.any(String)] } },
          { id: 999_999, errors: {} },
        ],
      },
    ]);
    expect((await stored(first.product.id)).status).toBe('publish');
    expect((await stored(second.product.id)).status).toBe('under_review');
    expect((await emails()).map(({ subject }) => subject)).toEqual(['Проверка пройдена: товаров — 2']);
    for (const versions of [{ [second.id]: 'x' }, 'all', [1.5]]) {
      const body = { ids: [second.id], versions };
      expect(
        (await api.request(scene.super_admin, 'POST', 'product-reviews/bulk/approve', body)).status,
      ).toBe(422);
    }
    for (const ids of [[], 'all', [0], Array.from({ length: 101 }, (_, index) => index + 1)]) {
      expect(
        (await api.request(scene.super_admin, 'POST', 'product-reviews/bulk/approve', { ids })).status,
      ).toBe(422);
    }
  });

  it('skip, in bulk, what has changed since it was shown', async () => {
    const { product, id } = await sendIn();
    await put(scene.store_owner, product.id, { name: 'Совсем другое' });

    const approve = (version: number) =>
      api.request(scene.super_admin, 'POST', 'product-reviews/bulk/approve', {
        ids: [id],
        versions: { [id]: version },
      });

    expect((await approve(1)).body).toEqual({ done: 0, next: null, refused: [{ id, errors: {} }] });
    expect((await stored(product.id)).status).toBe('under_review');
    expect((await approve(2)).body).toMatchObject({ done: 1, next: null, refused: [] });
  });
});

describe('the queue', () => {
  it('is closed to guests, customers and staff without the catalogue', async () => {
    await sendIn();
    const stranger = await buildUser(api.db, { role: 'staff', worksIn: scene.shop });
    await api.db
      .updateTable('users')
      .set({ permissions: ['staff', 'customer', 'staff:orders'] })
      .where('id', '=', stranger.id)
      .execute();

    expect((await api.request(null, 'GET', 'product-reviews')).status).toBe(401);
    expect((await api.request(scene.customer, 'GET', 'product-reviews')).status).toBe(403);
    expect((await api.request(stranger, 'GET', 'product-reviews')).status).toBe(403);
  });

  it('shows a vendor only the own shop; another’s submission is not found', async () => {
    const { product, id } = await sendIn();
    const other = scene.otherOwner;

    expect((await queue(scene.store_owner)).map((one) => one.id)).toEqual([id]);
    expect((await queue(scene.staff)).map((one) => one.id)).toEqual([id]);
    expect(await queue(other)).toEqual([]);
    expect(await queue(scene.otherStaff)).toEqual([]);
    expect(await queue(other, `shop_id=${scene.shop.id}`)).toEqual([]);
    expect((await api.request(other, 'GET', `product-reviews/${id}`)).status).toBe(404);
    expect((await api.request(other, 'DELETE', `product-reviews/${id}`)).status).toBe(404);
    expect((await stored(product.id)).status).toBe('under_review');
  });

  it('is in order of submission, and filtered by state, kind, shop and name', async () => {
    const late = await sendIn({ name: 'Поздний' });
    api.setNow(new Date('2026-03-09T09:00:00Z'));
    const early = await sendIn({ name: 'Ранний' });
    const edit = await change({ name: 'Чай зелёный' });
    const ids = async (query: string) => (await queue(scene.super_admin, query)).map(({ id }) => id);

    expect(await ids('state=waiting&kind=product')).toEqual([early.id, late.id]);
    expect((await ids('kind=product'))[0]).toBe(late.id);
    expect(await ids('kind=change')).toEqual([edit.id]);
    expect(await ids('state=approved')).toEqual([]);
    expect(await ids(`shop_id=${scene.shop.id}&search=name:поздн`)).toEqual([late.id]);
    expect(await ids('shop_id=999999')).toEqual([]);
    for (const query of ['state=lost', 'kind=x', 'orderBy=values', 'unknown=1', 'limit=x']) {
      expect((await api.request(scene.super_admin, 'GET', `product-reviews?${query}`)).status).toBe(422);
    }
  });

  it('leaves out submissions of products in the trash', async () => {
    const { product, id } = await sendIn();
    await api.db
      .updateTable('products')
      .set({ deleted_at: new Date() })
      .where('id', '=', product.id)
      .execute();

    expect(await queue(scene.super_admin)).toEqual([]);
    expect((await decide(id, 'approve')).status).toBe(404);
  });

  it('hides from vendors who decided', async () => {
    const { id } = await sendIn();
    await decide(id, 'reject', { reason: 'Нет' });

    expect((await details(scene.super_admin, id)).decider).toMatchObject({ id: scene.super_admin.id });
    expect((await details(scene.store_owner, id)).decider).toBeNull();
  });
});
