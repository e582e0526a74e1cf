import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ProductStatus, productStatuses } from '@/contract/catalogue/products/moderation';
import { buildAttachment, buildUser } from '../../support/factories';
import { buildGroup, buildProduct, buildSale } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Writing products: permissions, cross-field rules, stock, SKUs, statuses. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'staff' | 'otherOwner' | 'customer';

let group: { id: number };
beforeEach(async () => {
  group = await buildGroup(api.db);
});

const valid = (more: object = {}) => ({
  name: 'Чашка',
  type_id: group.id,
  shop_id: scene.shop.id,
  unit: 'шт.',
  price: 100,
  ...more,
});
const create = (body: object, person: Person | null = 'store_owner') =>
  api.request(person && scene[person], 'POST', 'products', body);
const update = (id: number, body: object, person: Person | null = 'store_owner', query = '') =>
  api.request(person && scene[person], 'PUT', `products/${id}${query}`, body);
const stored = (id: number) =>
  api.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const audits = async () =>
  (
    await api.db
      .selectFrom('audit_log')
      .select(['action', 'changes'])
      .where('family', '=', 'products')
      .orderBy('id')
      .execute()
  ).map(({ action, changes }) => [action, changes]);
const switchReviewOn = () =>
  api.db
    .insertInto('settings')
    .values({ options: JSON.stringify({ isProductReview: true, languages: ['ru', 'en'] }), version: 1 })
    .execute();

describe('POST products', () => {
  it('requires a session', async () => {
    const clerk = await buildUser(api.db, { role: 'staff', worksIn: scene.shop });
    await api.db
      .updateTable('users')
      .set({ permissions: ['staff', 'customer', 'staff:orders'] })
      .where('id', '=', clerk.id)
      .execute();

    expect((await create(valid(), null)).status).toBe(401);
    expect((await create(valid(), 'customer')).status).toBe(403);
    expect((await api.request(clerk, 'POST', 'products', valid())).status).toBe(403);
    expect((await create(valid(), 'otherOwner')).status).toBe(404);
    expect(await api.db.selectFrom('products').select('id').execute()).toEqual([]);
  });

  it('names the wrong fields', async () => {
    const { status, body } = await create({
      name: ' ',
      price: -1,
      product_type: 'bundle',
      sku: 'A\u0007B',
      weight: 0,
    });

    expect(status).toBe(422);
    expect(body.errors).toMatchObject({
      name: ['error-name-required'],
      type_id: ['error-type-required'],
      shop_id: ['error-shop-required'],
      unit: ['error-unit-required'],
      product_type: ['error-wrong-value'],
      sku: ['error-sku-format'],
      weight: ['error-must-be-positive'],
    });
  });

  it('stores a simple product with all its relations', async () => {
    const category = await row('categories', 'kuhnya');
    const tag = await row('tags', 'podarok');
    const author = await row('authors', 'avtor');
    const picture = await buildAttachment(api.db, { user: scene.store_owner });
    const { status, body } = await create(
      valid({
        price: '1 200,50',
        sale_price: 999,
        quantity: 7,
        sku: 'CH-1',
        barcode: '4006381333931',
        status: 'publish',
        categories: [category, category],
        tags: [{ id: tag }],
        author_id: author,
        weight: 0.35,
        vat_rate: '22',
        image: { id: picture.id, original: 'https://evil.example/x.svg' },
        seo: { metaTitle: 'Чашка', ogTitle: '' },
        sold_quantity: 900,
        min_price: 1,
        ratings: 5,
        version: 40,
        id: 7,
        quantity_reason: 'Первая поставка',
      }),
      'staff',
    );

    expect([status, body.errors]).toEqual([201, undefined]);
    expect(body).toMatchObject({
      slug: 'chashka',
      price: 1200.5,
      sale_price: 999,
      min_price: 1200.5,
      max_price: 1200.5,
      quantity: 7,
      sold_quantity: 0,
      version: 1,
      status: 'publish',
      ratings: 0,
      low_at: 10,
      variations_count: 0,
      categories: [{ id: category }],
      tags: [{ id: tag }],
      author: { id: author },
      image: { id: picture.id, original: `/admin/rest/uploads/${picture.path}` },
      seo: { metaTitle: 'Чашка' },
      shop: { slug: 'pervaya' },
      review: null,
    });
    const movements = await api.db.selectFrom('stock_movements').selectAll().execute();
    expect(movements).toMatchObject([
      { kind: 'opening', change: 7, quantity: 7, reason: 'Первая поставка', user_id: scene.staff.id },
    ]);
    expect(await audits()).toMatchObject([
      ['create', { name: [null, 'Чашка'], price: [null, 1200.5], tags: [null, [tag]] }],
    ]);
  });

  it.each([
    ['type_id', (id: number) => ({ type_id: id })],
    ['author_id', (id: number) => ({ author_id: id })],
    ['manufacturer_id', (id: number) => ({ manufacturer_id: id })],
    ['categories', (id: number) => ({ categories: [id] })],
    ['tags', (id: number) => ({ tags: [id] })],
    ['delivery_class_id', (id: number) => ({ delivery_class_id: id })],
    ['box_id', (id: number) => ({ box_id: id })],
    ['shop_id', (id: number) => ({ shop_id: id })],
    ['image', (id: number) => ({ image: { id } })],
  ] as const)('refuses a missing %s', async (key, more) => {
    const { status, body } = await create(valid(more(999_999)), 'super_admin');

    expect([status, Object.keys(body.errors)]).toEqual([422, [key]]);
  });

  it('refuses an unapproved author, unless the product already has it', async () => {
    const author = await row('authors', 'avtor');
    const { body } = await create(valid({ author_id: author }));
    await api.db.updateTable('authors').set({ is_approved: false }).execute();

    expect((await create(valid({ author_id: author }))).body.errors).toEqual({
      author_id: ['error-wrong-value'],
    });
    expect((await update(body.id, { author_id: author, price: 5 })).status).toBe(200);
  });

  it('runs once per idempotency key', async () => {
    const key = { 'idempotency-key': 'one' };
    const first = await api.request(scene.store_owner, 'POST', 'products', valid(), key);
    const again = await api.request(scene.store_owner, 'POST', 'products', valid(), key);

    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect(await api.db.selectFrom('products').select('id').execute()).toHaveLength(1);
  });

  it('makes slugs of the same name distinct under concurrent creation', {
    timeout: 120_000,
  }, async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => create(valid())));

    expect(new Set(all.map(({ body }) => body.slug)).size).toBe(50);
  });

  it('gives a SKU to one of many concurrent products', { timeout: 120_000 }, async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => create(valid({ sku: 'ONE' }))));

    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = all.find(({ status }) => status === 422);
    expect(refused?.body.errors).toEqual({ sku: ['error-taken'] });
  });

  it('is independent of the SKUs of other shops', async () => {
    await buildProduct(api.db, { shop: scene.otherShop, sku: 'THEIRS' });

    expect((await create(valid({ sku: 'THEIRS' }))).status).toBe(201);
  });

  it('translates by the slug, as clients of the dialect do', async () => {
    await offerLanguages(api.db, 'en');
    const { body } = await create(valid({ slug: 'cup' }));
    const sent = { ...valid({ slug: 'cup', name: 'Cup', unit: 'pcs', price: 1 }), language: 'en' };

    expect((await create(sent, 'otherOwner')).status).toBe(404);
    expect(await create(sent)).toMatchObject({ body: { id: body.id, name: 'Cup', price: 100 } });
    expect(await stored(body.id)).toMatchObject({
      name: 'Чашка',
      translations: { en: { name: 'Cup', unit: 'pcs' } },
    });
  });
});

it('shows the original description where a translation has none', async () => {
  await offerLanguages(api.db, 'en');
  const { body } = await create(valid({ description: 'Из белой глины' }));
  const texts = { name: 'Cup', unit: 'pcs', description: '' };
  await api.request(scene.store_owner, 'PUT', `products/${body.id}?language=en`, texts);

  const read = await api.request(scene.store_owner, 'GET', `products/${body.id}?language=en`);
  expect(read.body).toMatchObject({ name: 'Cup', description: 'Из белой глины' });
});

describe('descriptions', () => {
  it.each([
    ['<p>Привет</p>', '<p>Привет</p>'],
    ['Просто текст & знак < и >', 'Просто текст & знак < и >'],
    ['<script>alert(1)</script><p>ok</p>', '<p>ok</p>'],
    ['<p onclick="x()" style="color:red" class="a">ok</p>', '<p>ok</p>'],
    ['<img src=x onerror=alert(1)>Фото', 'Фото'],
    ['<a href="javascript:alert(1)">раз</a>', '<a>раз</a>'],
    ['<a href="java\tscript:alert(1)">раз</a>', '<a>раз</a>'],
    ['<a href="//evil.example">раз</a>', '<a>раз</a>'],
    ['<a href="data:text/html,x">раз</a>', '<a>раз</a>'],
    [
      '<a href="https://a.ru/?a=1&b=2" target="_blank" rel="opener">раз</a>',
      '<a href="https://a.ru/?a=1&amp;b=2" rel="noopener noreferrer nofollow">раз</a>',
    ],
    ['<b>ж</b><i>к</i><del>з</del>', '<strong>ж</strong><em>к</em><s>з</s>'],
    ['<svg><script>1</script></svg><iframe src=x></iframe>ok', 'ok'],
    ['<style>*{}</style><ul><li>раз</li></ul>', '<ul><li>раз</li></ul>'],
    ['<p>раз<br>два</p><!-- x --><h1>Т</h1>', '<p>раз<br />два</p><h2>Т</h2>'],
    ['раз <img src=x onerror=alert(1) ', 'раз'],
    ['', null],
  ])('of %j are stored as %j', async (sent, kept) => {
    const { body } = await create(valid({ description: sent }));

    expect((await stored(body.id)).description).toBe(kept);
  });

  it('are measured by their visible text', async () => {
    const of = (length: number) => `<p><strong>${'&amp;'.repeat(10)}${'а'.repeat(length - 10)}</strong></p>`;

    expect((await create(valid({ description: of(10_000) }))).status).toBe(201);
    const { body } = await create(valid({ description: of(10_001) }));
    expect(body.errors).toEqual({ description: ['error-too-long'] });
  });

  it('of translations are cleaned, too', async () => {
    await offerLanguages(api.db, 'en');
    const { id } = await buildProduct(api.db, { shop: scene.shop });
    await update(
      id,
      { name: 'Cup', description: '<p onclick=x>Hi</p><script>1</script>' },
      'store_owner',
      '?language=en',
    );

    expect((await stored(id)).translations).toEqual({ en: { name: 'Cup', description: '<p>Hi</p>' } });
  });
});

describe('PUT products/{id}', () => {
  it('requires a session', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop, price: 50 });

    for (const [person, status] of [
      [null, 401],
      ['customer', 403],
      ['otherOwner', 404],
    ] as const) {
      expect([person, (await update(id, { price: 1 }, person)).status]).toEqual([person, status]);
    }
    expect(await stored(id)).toMatchObject({ price: 50, version: 1 });
  });

  it('changes what was sent and audits the changes', async () => {
    const { id, slug } = await buildProduct(api.db, { shop: scene.shop, price: 1000, salePrice: 900 });
    const { status } = await api.request(scene.store_owner, 'PATCH', `products/${slug}`, {
      price: 950,
      version: 1,
      shop_id: scene.otherShop.id,
      sold_quantity: 5,
    });

    expect(status).toBe(200);
    expect(await stored(id)).toMatchObject({
      price: 950,
      sale_price: 900,
      quantity: 10,
      shop_id: scene.shop.id,
      version: 2,
    });
    expect(await audits()).toEqual([['update', { price: [1000, 950] }]]);
  });

  it('changes nothing when a read product is sent back', async () => {
    const category = await row('categories', 'kuhnya');
    const { body } = await create(
      valid({ categories: [category], sale_price: 90, seo: { metaTitle: 'x' }, quantity: 3 }),
    );
    const before = await stored(body.id);
    const { related_products: _none, variation_options: _list, ...shown } = body;

    expect((await update(body.id, shown)).status).toBe(200);
    expect(await stored(body.id)).toEqual(before);
    expect((await audits()).map(([action]) => action)).toEqual(['create']);
  });

  it('changes a price although the stored name would be refused today', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop, name: '<i>старое имя</i>' });

    expect((await update(id, { price: 5 })).status).toBe(200);
    expect((await update(id, { name: '<b>имя</b>' })).status).toBe(422);
  });

  it('validates sent values together with stored ones', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop, price: 1000, salePrice: 900 });

    expect((await update(id, { price: 900 })).body.errors).toEqual({ sale_price: ['error-sale-price'] });
    expect((await update(id, { sale_price: 1000 })).body.errors).toEqual({
      sale_price: ['error-sale-price'],
    });
    expect((await update(id, { is_digital: true })).body.errors).toEqual({
      digital_file: ['error-digital-file-required'],
    });
    expect((await update(id, { is_external: true })).body.errors).toEqual({
      external_product_url: ['error-external-url-required'],
      external_product_button_text: ['error-button-text-required'],
    });
    expect((await update(id, { sale_price: null })).body.sale_price).toBeNull();
  });

  it('answers a stale edit with the current product', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop });
    await update(id, { price: 5 });
    const { status, body } = await update(id, { price: 6, version: 1 });

    expect([status, body.message, body.current.version, body.current.price]).toEqual([409, 'CONFLICT', 2, 5]);
    expect(body.changed).toMatchObject({ by: { id: scene.store_owner.id }, at: expect.any(String) });
    expect(body.current.categories).toEqual([]);
  });

  it('does not change the vendor’s own sale price during a flash sale', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop, price: 1000, salePrice: 900 });
    await buildSale(api.db, { rate: 50, products: [product] });
    const shown = await api.request(scene.store_owner, 'GET', `products/${product.id}`);
    const { variation_options: _list, ...form } = shown.body;

    expect((await update(product.id, form)).status).toBe(200);
    expect(await stored(product.id)).toMatchObject({ price: 1000, sale_price: 900 });
  });

  it('counts stock as a difference, so that pieces sold meanwhile stay sold', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop });
    await api.db.updateTable('products').set({ quantity: 7 }).where('id', '=', id).execute();
    const edits = [
      { quantity: 15, quantity_was: 10, quantity_reason: 'Пересчёт' },
      { quantity: 9, quantity_was: 10 },
    ];
    await Promise.all(edits.map((edit) => update(id, edit)));

    expect((await stored(id)).quantity).toBe(7 + 5 - 1);
    const { body } = await update(id, { quantity: 0, quantity_was: 12 });
    expect(body.errors).toEqual({ quantity: ['error-stock-changed'] });
    const moves = await api.db
      .selectFrom('stock_movements')
      .select(['kind', 'change', 'reason', 'user_id'])
      .orderBy('id')
      .execute();
    expect(moves.slice(-2)).toEqual(
      expect.arrayContaining([
        { kind: 'adjustment', change: 5, reason: 'Пересчёт', user_id: scene.store_owner.id },
        { kind: 'adjustment', change: -1, reason: null, user_id: scene.store_owner.id },
      ]),
    );
  });

  it('changes both or nothing: a late failure rolls back everything', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop, price: 10 });
    await buildProduct(api.db, { shop: scene.shop, sku: 'TAKEN' });
    const category = await row('categories', 'kuhnya');
    const before = await stored(id);

    expect((await update(id, { name: 'Другое', categories: [category], sku: 'TAKEN' })).status).toBe(422);
    expect(await stored(id)).toEqual(before);
    expect(await api.db.selectFrom('category_product').selectAll().execute()).toEqual([]);
    expect(await audits()).toEqual([]);
  });

  it('replaces categories and tags, and keeps them when they are not sent', async () => {
    const [one, two] = [await row('categories', 'odin'), await row('categories', 'dva')];
    const { body } = await create(valid({ categories: [one, two] }));

    expect((await update(body.id, { price: 7 })).body.categories).toHaveLength(2);
    expect((await update(body.id, { categories: [two] })).body.categories).toMatchObject([{ id: two }]);
    expect((await update(body.id, { categories: null })).body.categories).toEqual([]);
  });

  it('writes only the texts of another language', async () => {
    await offerLanguages(api.db, 'en');
    const { id } = await buildProduct(api.db, { shop: scene.shop, name: 'Чашка', price: 10 });
    const { status, body } = await update(
      id,
      { name: 'Cup', price: 99, status: 'draft' },
      'store_owner',
      '?language=en',
    );

    expect([status, body.name]).toEqual([200, 'Cup']);
    expect(await stored(id)).toMatchObject({ name: 'Чашка', price: 10, status: 'publish', version: 2 });
    expect(await audits()).toEqual([['translate:en', { name: [null, 'Cup'] }]]);
    expect((await update(id, { name: '' }, 'store_owner', '?language=en')).body.errors).toEqual({
      name: ['error-name-required'],
    });
  });
});

describe('the status', () => {
  const noReview: Record<string, ProductStatus | 422> = {
    publish: 'publish',
    approved: 'publish',
    draft: 'draft',
    unpublish: 'unpublish',
    under_review: 422,
    rejected: 422,
  };

  it.each(Object.entries(noReview))(
    '%s of a new product without moderation becomes %s',
    async (asked, got) => {
      const { status, body } = await create(valid({ status: asked }));

      if (got === 422) expect([status, body.errors]).toEqual([422, { status: ['error-status-refused'] }]);
      else expect([status, body.status]).toEqual([201, got]);
    },
  );

  it.each(productStatuses)('%s of a new product with moderation is a draft or waits', async (asked) => {
    await switchReviewOn();
    const { status, body } = await create(valid({ status: asked }));

    const isFine = asked === 'draft' || asked === 'under_review';
    expect([status, body.status]).toEqual(isFine ? [201, asked] : [422, undefined]);
    const open = await api.db.selectFrom('product_reviews').select('product_id').execute();
    expect(open).toHaveLength(asked === 'under_review' ? 1 : 0);
  });

  const vendorsAsk: [ProductStatus, ProductStatus, ProductStatus][] = [
    ['draft', 'under_review', 'under_review'],
    ['draft', 'publish', 'draft'],
    ['rejected', 'under_review', 'under_review'],
    ['rejected', 'approved', 'draft'],
    ['under_review', 'draft', 'draft'],
    ['under_review', 'publish', 'draft'],
    ['publish', 'unpublish', 'unpublish'],
    ['publish', 'draft', 'unpublish'],
    ['unpublish', 'publish', 'publish'],
    ['unpublish', 'rejected', 'unpublish'],
  ];

  it.each(vendorsAsk)('%s, a vendor asks for %s: %s', async (was, asked, got) => {
    await switchReviewOn();
    const { id } = await buildProduct(api.db, { shop: scene.shop });
    await api.db.updateTable('products').set({ status: was }).where('id', '=', id).execute();

    expect((await update(id, { status: asked }, 'staff')).body.status).toBe(got);
    expect((await stored(id)).status).toBe(got);
  });

  it('stays as it is when none is sent', async () => {
    await switchReviewOn();
    const { id } = await buildProduct(api.db, { shop: scene.shop });

    expect((await update(id, { price: 7 })).body).toMatchObject({ status: 'publish', price: 7 });
  });

  it('of an administrator is the requested one', async () => {
    await switchReviewOn();
    const { id } = await buildProduct(api.db, { shop: scene.shop, status: 'draft' });

    for (const asked of ['publish', 'rejected', 'unpublish', 'draft'] as const) {
      expect((await update(id, { status: asked }, 'super_admin')).body.status).toBe(asked);
    }
    expect((await update(id, { status: 'approved' }, 'super_admin')).body.status).toBe('publish');
  });

  it('cannot be publish while a buyer could not buy', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop, group, status: 'draft' });
    const variable = await buildProduct(api.db, { shop: scene.shop, range: [1, 2], status: 'draft' });
    await api.db.updateTable('products').set({ price: null }).where('id', '=', product.id).execute();

    expect((await update(product.id, { status: 'publish' })).body.errors).toEqual({
      price: ['error-price-required'],
    });
    await api.db.updateTable('groups').set({ deleted_at: api.now() }).where('id', '=', group.id).execute();
    expect((await update(product.id, { status: 'publish', price: 5 })).body.errors).toEqual({
      type_id: ['error-wrong-value'],
    });
    expect((await update(variable.id, { status: 'publish' })).body.errors).toEqual({
      variation_options: ['error-variations-required'],
    });
    expect((await stored(product.id)).status).toBe('draft');
  });

  it('leaves the live product unchanged while a change waits', async () => {
    await switchReviewOn();
    const { id } = await buildProduct(api.db, { shop: scene.shop, name: 'Чашка', price: 10 });
    const { body } = await update(id, { name: 'Кружка', price: 12, description: '<b>х</b>' });

    expect(body).toMatchObject({ name: 'Чашка', price: 12, has_waiting_change: true, status: 'publish' });
    expect(body.review).toMatchObject({
      values: { name: 'Кружка', description: '<strong>х</strong>' },
      decision: null,
    });
    const seen = await api.request(null, 'GET', `products/${id}`);
    expect([seen.body.name, seen.body.has_waiting_change, 'review' in seen.body]).toEqual([
      'Чашка',
      false,
      false,
    ]);
    await update(id, { name: 'Cup' }, 'store_owner', '?language=en');
    expect((await stored(id)).translations).toEqual({});
    const { body: again } = await api.request<Wire>(scene.store_owner, 'GET', `products/${id}`);
    expect(again.review).toMatchObject({ values: { 'translations.en': { name: 'Cup' } } });
  });
});

async function row(table: 'categories' | 'tags' | 'authors', slug: string): Promise<number> {
  const values = { name: slug, slug, ...(table === 'authors' && { is_approved: true }) };
  const { id } = await api.db.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}
