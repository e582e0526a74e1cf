import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildShop } from '../../support/factories';
import { buildGroup, buildProduct, buildSale, buildVariation } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Reading products: visibility, list queries, and prices. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

type Person = 'super_admin' | 'store_owner' | 'staff' | 'otherOwner' | 'otherStaff' | 'customer' | null;

const ask = (person: Person, path: string) => api.request(person && scene[person], 'GET', path);
const names = async (person: Person, query = '') =>
  (await ask(person, `products${query}`)).body.data.map(({ name }) => String(name)).sort();

describe('visible products', () => {
  beforeEach(async () => {
    const closed = await buildShop(api.db, { owner: scene.otherOwner, isActive: false });
    await buildProduct(api.db, { shop: scene.shop, name: 'Открытый' });
    await buildProduct(api.db, { shop: scene.shop, name: 'Черновик', status: 'draft' });
    await buildProduct(api.db, { shop: scene.otherShop, name: 'Чужой' });
    await buildProduct(api.db, { shop: scene.otherShop, name: 'Чужой черновик', status: 'unpublish' });
    await buildProduct(api.db, { shop: closed, name: 'Закрытый' });
  });

  it.each([
    [null, ['Открытый', 'Чужой']],
    ['customer', ['Открытый', 'Чужой']],
    ['store_owner', ['Открытый', 'Черновик', 'Чужой']],
    ['staff', ['Открытый', 'Черновик', 'Чужой']],
    ['otherOwner', ['Закрытый', 'Открытый', 'Чужой', 'Чужой черновик']],
    ['otherStaff', ['Открытый', 'Чужой', 'Чужой черновик']],
    ['super_admin', ['Закрытый', 'Открытый', 'Черновик', 'Чужой', 'Чужой черновик']],
  ] as const)('%s', async (person, seen) => {
    expect(await names(person)).toEqual([...seen].sort());
    for (const name of ['Открытый', 'Черновик', 'Чужой', 'Чужой черновик', 'Закрытый']) {
      const { id } = await api.db
        .selectFrom('products')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      const { status } = await ask(person, `products/${id}`);
      expect([name, status]).toEqual([name, (seen as readonly string[]).includes(name) ? 200 : 404]);
    }
  });

  it.each([
    'search=status:draft,unpublish',
    'status=draft,unpublish',
    'search=name:Чуж;name:Чер&searchJoin=or',
  ])('cannot be widened by %s', async (query) => {
    const found = await names(null, `?${query}`);
    expect(found.filter((name) => name.includes('ерновик'))).toEqual([]);
  });

  it('leaves out removed products', async () => {
    await api.db.updateTable('products').set({ deleted_at: api.now() }).execute();
    expect(await names('super_admin')).toEqual([]);
  });
});

describe('GET products', () => {
  it('is searched by name, shop, group, category, tag and SKU', async () => {
    const group = await buildGroup(api.db, { slug: 'posuda' });
    const product = await buildProduct(api.db, {
      shop: scene.shop,
      group,
      name: 'Чашка «Гжель»',
      sku: 'GZ-1',
    });
    await buildProduct(api.db, { shop: scene.otherShop, name: 'Платок' });
    const parent = await category('kukhnya', null);
    const child = await category('chashki', parent);
    const tag = await api.db
      .insertInto('tags')
      .values({ name: 'Гжель', slug: 'gzhel' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await api.db
      .insertInto('category_product')
      .values({ product_id: product.id, category_id: child })
      .execute();
    await api.db.insertInto('product_tag').values({ product_id: product.id, tag_id: tag.id }).execute();

    for (const query of [
      'search=name:гжель',
      `search=shop_id:${scene.shop.id}`,
      `shop_id=${scene.shop.id}`,
      'search=type.slug:posuda,nothing',
      'search=categories.slug:chashki',
      'search=categories.slug:kukhnya',
      'search=tags.slug:gzhel',
      'search=sku:GZ-1',
      'categories=chashki',
      `categories=${child}`,
      // A category includes its sub-categories.
      'categories=kukhnya',
      'search=name:гжель;type.slug:posuda&searchJoin=and',
    ]) {
      expect([query, await names(null, `?${query}`)]).toEqual([query, [product.name]]);
    }
    const { body } = await ask(null, `products/${product.slug}`);
    expect(body).toMatchObject({
      id: product.id,
      type: { slug: 'posuda' },
      shop: { slug: 'pervaya' },
      categories: [{ slug: 'chashki' }],
      tags: [{ slug: 'gzhel' }],
      author: null,
    });
  });

  it.each([
    'orderBy=shop_id',
    'search=deleted_at:1',
    'min=1',
    'free_from=tomorrow&flash_sale_builder=1&searchedByUser=vendor',
  ])('refuses %s', async (query) => {
    expect((await ask('super_admin', `products?${query}`)).status).toBe(422);
  });

  it('takes two queries, however many products and sales', async () => {
    const made = [];
    for (let count = 0; count < 12; count += 1) made.push(await buildProduct(api.db, { shop: scene.shop }));
    await buildSale(api.db, { products: made });
    const before = api.queries();

    await ask(null, 'products?limit=12');

    expect(api.queries() - before).toBe(2);
  });

  it('uses the requested language', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop, name: 'Чашка' });
    const translations = JSON.stringify({ en: { name: 'Cup' } });
    await api.db.updateTable('products').set({ translations }).where('id', '=', product.id).execute();

    expect((await ask(null, `products/${product.id}?language=en`)).body.name).toBe('Cup');
    expect(await names(null, '?language=en&search=name:cup')).toEqual(['Cup']);
  });
});

describe('prices', () => {
  it('are those of the best live sale, and the regular ones when it is over', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop, price: 1000, salePrice: 980 });
    await buildSale(api.db, { title: 'Март', rate: 25, products: [product] });
    const read = async (person: Person) => (await ask(person, `products/${product.id}`)).body;

    expect(await read(null)).toMatchObject({
      price: 1000,
      sale_price: 750,
      effective_price: 750,
      in_flash_sale: true,
    });
    // An editor reads the stored sale price: the form writes back what it read.
    expect(await read('store_owner')).toMatchObject({
      sale_price: 980,
      effective_price: 750,
      flash_sale: { title: 'Март', price: 750, status: 'running' },
    });
    api.setNow(new Date('2026-03-31T00:00:00Z'));
    expect(await read(null)).toMatchObject({
      sale_price: 980,
      effective_price: 980,
      in_flash_sale: false,
      flash_sale: null,
    });
  });

  it('show a scheduled sale without lowering the price', async () => {
    const product = await buildProduct(api.db, { price: 1000 });
    await buildSale(api.db, {
      from: '2026-04-01T00:00:00Z',
      to: '2026-04-05T00:00:00Z',
      rate: 40,
      products: [product],
    });

    const { body } = await ask(null, `products/${product.id}`);
    expect(body).toMatchObject({ sale_price: null, effective_price: 1000, in_flash_sale: false });
    expect(body.flash_sale).toMatchObject({ status: 'scheduled', price: 600 });
  });

  it('are limited by the maximum discount under a fixed rate that would leave nothing', async () => {
    const product = await buildProduct(api.db, { price: 300 });
    await buildSale(api.db, { type: 'fixed_rate', rate: 300, products: [product] });

    const { body } = await ask(null, `products/${product.id}`);
    expect(body).toMatchObject({ effective_price: 90, in_flash_sale: true });
    expect(body.flash_sale).toMatchObject({ price: 90 });
  });

  it('of a variable product are a range', async () => {
    const product = await buildProduct(api.db, { range: [1000, 2000] });
    await buildSale(api.db, { rate: 10, products: [product] });

    const { body } = await ask(null, `products/${product.id}`);
    expect(body).toMatchObject({ price: null, effective_price: null, min_price: 1000, max_price: 2000 });
    expect(body.flash_sale).toMatchObject({ price: 900, max_price: 1800 });
  });

  it('of variations in a sale equal the till’s, also in lists', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop, range: [700, 2000] });
    // The vendor's own sale price is below the deal for one, above it for the other.
    await buildVariation(api.db, { product, price: 1000, salePrice: 700 });
    const dear = await buildVariation(api.db, { product, price: 2000, salePrice: 1900 });
    await buildVariation(api.db, { product, price: 10, isDisabled: true });
    await buildSale(api.db, { rate: 25, products: [product] });

    for (const person of [null, 'store_owner', 'super_admin'] as const) {
      const { body: list } = await ask(person, 'products');
      const listed = list.data.find(({ id }) => id === product.id);
      expect(listed).toMatchObject({
        effective_min_price: 700,
        effective_max_price: 1500,
        is_digital: false,
      });
      const { body } = await ask(person, `products/${product.id}`);
      expect(body.variation_options).toContainEqual(
        expect.objectContaining({ id: dear.id, effective_price: 1500, sale_price: person ? 1900 : 1500 }),
      );
    }
    const { body } = await api.request<{ lines: unknown }>(
      scene.super_admin,
      'POST',
      'orders/checkout/verify',
      {
        products: [
          { product_id: product.id, variation_option_id: dear.id, order_quantity: 1, unit_price: 1500 },
        ],
      },
    );
    expect(body.lines).toMatchObject([{ unit_price: 1500, problem: null }]);
  });

  it('ignore a sale that is off or in the trash', async () => {
    const product = await buildProduct(api.db, { price: 1000 });
    const off = await buildSale(api.db, { isOn: false, products: [product] });
    const gone = await buildSale(api.db, { products: [product] });
    await api.db.updateTable('flash_sale').set({ deleted_at: api.now() }).where('id', '=', gone.id).execute();

    const { body } = await ask('super_admin', `products/${product.id}`);
    expect([off.id > 0, body.effective_price, body.flash_sale]).toEqual([true, 1000, null]);
  });

  it('are never written: concurrent reads change no row', async () => {
    const product = await buildProduct(api.db, { price: 1000, salePrice: 900 });
    await buildSale(api.db, { rate: 50, products: [product] });
    const stored = () => api.db.selectFrom('products').selectAll().execute();
    const before = await stored();

    await Promise.all(
      ['products', 'flash-sale', 'products', 'flash-sale'].map((path) => ask('super_admin', path)),
    );
    api.setNow(new Date('2026-04-02T00:00:00Z'));
    await ask('super_admin', 'flash-sale');
    expect(await stored()).toEqual(before);
  });
});

describe('flash_sale_builder', () => {
  it('lists products of current and future sales, or those free to join one', async () => {
    const shop = scene.shop;
    const busy = await buildProduct(api.db, { shop, name: 'Занят' });
    const later = await buildProduct(api.db, { shop, name: 'Займут' });
    await buildProduct(api.db, { shop, name: 'Свободен' });
    await buildProduct(api.db, { shop, name: 'Черновик', status: 'draft' });
    await buildSale(api.db, { products: [busy] });
    const april = await buildSale(api.db, {
      from: '2026-04-01T00:00:00Z',
      to: '2026-05-01T00:00:00Z',
      products: [later],
    });
    const own = `?shop_id=${shop.id}&flash_sale_builder=true`;

    expect(await names('store_owner', own)).toEqual(['Займут', 'Занят']);
    expect(await names('store_owner', `${own}&searchedByUser=vendor`)).toEqual(['Свободен']);
    const inMay = `${own}&searchedByUser=vendor&free_from=2026-05-01T00:00:00Z&free_to=2026-06-01T00:00:00Z`;
    expect(await names('store_owner', inMay)).toEqual(['Займут', 'Занят', 'Свободен'].sort());
    const except = `${own}&searchedByUser=super_admin_builder&except_flash_sale=${april.id}`;
    expect(await names('super_admin', except)).toEqual(['Займут', 'Свободен']);
  });
});

async function category(slug: string, parent_id: number | null): Promise<number> {
  const { id } = await api.db
    .insertInto('categories')
    .values({ name: slug, slug, parent_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
