import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { inOtherLayout } from '@/contract/core/keyboard';
import { tabCountLimit } from '@/contract/core/paging';
import { defaultSettings } from '@/contract/settings';
import { buildShop } from '../../support/factories';
import { buildGroup, buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

const byName = (one: unknown, other: unknown) => String(one).localeCompare(String(other));

/** Lists of products: search, filters, sorting, and the lists besides the family's own. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'staff' | 'otherOwner' | 'customer' | null;

const ask = (person: Person, path: string) => api.request(person && scene[person], 'GET', path);

async function namesOf(path: string, person: Person = 'super_admin'): Promise<unknown[]> {
  const { status, body } = await ask(person, path);
  if (status !== 200) return [status];
  return (Array.isArray(body) ? (body as Wire[]) : body.data).map((row) => row.name);
}

async function build(
  name: string,
  given: Record<string, unknown> & {
    shop?: { id: number };
    range?: [number, number];
    price?: number;
    sku?: string;
  } = {},
) {
  const { shop = scene.shop, range, price, sku, ...columns } = given;
  const product = await buildProduct(api.db, {
    shop,
    name,
    ...(range && { range }),
    ...(price !== undefined && { price }),
    ...(sku !== undefined && { sku }),
  });
  if (Object.keys(columns).length > 0) {
    await api.db.updateTable('products').set(columns).where('id', '=', product.id).execute();
  }
  return product;
}

async function addVariation(product: { id: number }, sku: string, barcode: string | null = null) {
  const { shop_id } = await api.db
    .selectFrom('products')
    .select('shop_id')
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow();
  return api.db
    .insertInto('variation_options')
    .values({
      product_id: product.id,
      shop_id,
      title: sku,
      options: '[]',
      value_ids: [],
      price: 150,
      quantity: 3,
      sku,
      barcode,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

describe('the search box', () => {
  beforeEach(async () => {
    const shirt = await build('Рубашка «Ёлочка» льняная', { range: [100, 200], sku: 'RB-77' });
    await addVariation(shirt, 'RB-77/XL', '4601234567893');
    await build('Чай чёрный 100%', { sku: 'TEA_1', barcode: '4600000000015' });
    await build('Чайник', { sku: 'KT-100' });
  });

  it.each([
    ['чай', ['Чай чёрный 100%', 'Чайник']],
    ['ЧАЙ', ['Чай чёрный 100%', 'Чайник']],
    ['черный чай', ['Чай чёрный 100%']],
    ['елоч', ['Рубашка «Ёлочка» льняная']],
    ['Ёлочка рубашка', ['Рубашка «Ёлочка» льняная']],
    // Typed in the other keyboard layout.
    ['xfqybr', ['Чайник']],
    ['`kjxrf', ['Рубашка «Ёлочка» льняная']],
    ['ЛЕ-100', ['Чайник']],
    ['rb-77', ['Рубашка «Ёлочка» льняная']],
    ['RB-77/XL', ['Рубашка «Ёлочка» льняная']],
    ['4601234567893', ['Рубашка «Ёлочка» льняная']],
    ['4600000000015', ['Чай чёрный 100%']],
    // One or two letters match the beginning of a word.
    ['ча', ['Чай чёрный 100%', 'Чайник']],
    ['ё', ['Рубашка «Ёлочка» льняная']],
    ['ай', []],
    // Signs are not compared, those of patterns neither.
    ['100%', ['Чай чёрный 100%', 'Чайник']],
    ['tea_1', ['Чай чёрный 100%']],
    ['tea%1', ['Чай чёрный 100%']],
    ['tea%2', []],
    ['_____', []],
    ['«»', []],
    ['чай небывалый', []],
    ["'; drop table products", []],
  ] as [string, string[]][])('%s', async (text, found) => {
    const names = await namesOf(`products?name=${encodeURIComponent(text)}`);
    expect(names.sort(byName)).toEqual([...found].sort(byName));
  });

  it('searches the names of all languages, and no other columns', async () => {
    await build('Платок', { translations: JSON.stringify({ en: { name: 'Shawl' } }) });

    expect(await namesOf('products?search=name:shawl')).toEqual(['Платок']);
    expect(await namesOf('products?search=shawl')).toEqual(['Платок']);
  });

  it('follows changes, removals and restored products', async () => {
    const cup = await build('Чашка', { range: [1, 2], sku: 'CUP-1' });
    const { id } = await addVariation(cup, 'CUP-1-S');
    await api.db
      .updateTable('products')
      .set({ name: 'Кружка', sku: 'MUG-1' })
      .where('id', '=', cup.id)
      .execute();
    await api.db.updateTable('variation_options').set({ sku: 'MUG-1-S' }).where('id', '=', id).execute();

    expect(await namesOf('products?name=чашка')).toEqual([]);
    expect(await namesOf('products?name=cup-1')).toEqual([]);
    for (const text of ['кружка', 'mug-1', 'mug-1-s'])
      expect(await namesOf(`products?name=${text}`)).toEqual(['Кружка']);
    await api.db
      .updateTable('variation_options')
      .set({ deleted_at: api.now() })
      .where('id', '=', id)
      .execute();
    expect(await namesOf('products?name=mug-1-s')).toEqual([]);
  });

  it('finds words in one shop, and beside it where any condition is enough', async () => {
    await build('Чай чёрный соседский', { shop: scene.otherShop });
    const own = `search=shop_id:${scene.shop.id};name:чёрный чай`;
    const all = ['Рубашка «Ёлочка» льняная', 'Чай чёрный 100%', 'Чай чёрный соседский', 'Чайник'];

    expect(await namesOf(`products?${own}&searchJoin=and`)).toEqual(['Чай чёрный 100%']);
    expect(await namesOf(`products?shop_id=${scene.shop.id}&name=чёрный чай`)).toEqual(['Чай чёрный 100%']);
    expect((await namesOf(`products?${own}&searchJoin=or`)).sort(byName)).toEqual(all);
    expect(await namesOf('products?search=shop_id:никакой;name:чай&searchJoin=and')).toEqual([]);
  });

  it('shows nobody hidden products', async () => {
    await build('Чай тайный', { status: 'draft' });

    expect(await namesOf('products?name=тайный', null)).toEqual([]);
    expect(await namesOf('products?name=тайный', 'otherOwner')).toEqual([]);
    expect(await namesOf('products?name=тайный', 'store_owner')).toEqual(['Чай тайный']);
  });

  it('converts words from the other keyboard layout, unless they belong to both or to neither', () => {
    expect(['ljk', 'дол', '[kt,', 'Ghbdtn', 'чайtea', '12-34'].map(inOtherLayout)).toEqual([
      ...['дол', 'ljk', 'хлеб', 'привет', undefined, undefined],
    ]);
  });
});

describe('filters', () => {
  beforeEach(async () => {
    await build('Дешёвый', { price: 50, quantity: 0 });
    await build('Средний', { price: 150, quantity: 9 });
    await build('Разный', { range: [100, 300], quantity: 10 });
    await build('Дорогой', { price: 900, quantity: 4, low_stock_threshold: 3 });
    await build('Требовательный', { price: 1000, quantity: 40, low_stock_threshold: 50 });
  });

  it.each([
    ['stock=out', ['Дешёвый']],
    ['stock=low', ['Средний', 'Требовательный']],
    ['stock=enough', ['Разный', 'Дорогой']],
    ['price_from=200', ['Разный', 'Дорогой', 'Требовательный']],
    ['price_to=100', ['Дешёвый', 'Разный']],
    ['price_from=120&price_to=160', ['Средний', 'Разный']],
    ['search=price:120,160', ['Средний', 'Разный']],
    ['search=price:120,', ['Средний', 'Разный', 'Дорогой', 'Требовательный']],
    ['search=min_price:60,160', ['Средний', 'Разный']],
    ['search=max_price:300', ['Разный', 'Дорогой', 'Требовательный']],
    ['search=product_type:variable', ['Разный']],
    ['search=product_type:variable;price:900,1000', ['Разный', 'Дорогой', 'Требовательный']],
    ['search=product_type:variable;price:900,1000&searchJoin=and', []],
    ['stock=low,out', ['Дешёвый', 'Средний', 'Требовательный']],
    ['stock=enough,out', ['Дешёвый', 'Разный', 'Дорогой']],
    ['stock=some', [422]],
    ['price_from=cheap', [422]],
    ['price_to=-1', [422]],
    ['search=price:1,2,3', [422]],
  ])('%s', async (query, found) => {
    expect((await namesOf(`products?${query}`)).sort(byName)).toEqual([...found].sort(byName));
  });

  it('use the threshold of the settings', async () => {
    const options = JSON.stringify({ ...defaultSettings, lowStockThreshold: 11 });
    await api.db.insertInto('settings').values({ options }).execute();

    expect((await namesOf('products?stock=low')).sort(byName)).toEqual([
      'Разный',
      'Средний',
      'Требовательный',
    ]);
  });

  it('match chosen values, and the SKU of a variation', async () => {
    const product = await build('Юбка', { range: [1, 2] });
    await addVariation(product, 'SK-L');
    const { id: attribute_id } = await api.db
      .insertInto('attributes')
      .values({ slug: 'size', name: 'Размер', shop_id: scene.shop.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await api.db
      .insertInto('attribute_values')
      .values({ slug: 'l', attribute_id, value: 'L', meta: 'L' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await api.db
      .insertInto('attribute_value_product')
      .values({ product_id: product.id, attribute_value_id: id })
      .execute();

    expect(await namesOf('products?search=variations.value:M,L')).toEqual(['Юбка']);
    expect(await namesOf('products?search=variations.value:M')).toEqual([]);
    expect(await namesOf('products?search=sku:SK-L')).toEqual(['Юбка']);
  });
});

describe('sorting', () => {
  it.each([
    ['price', ['яблоко', 'Ёж', 'арбуз']],
    ['name', ['арбуз', 'Ёж', 'яблоко']],
    ['quantity', ['Ёж', 'арбуз', 'яблоко']],
    ['sold_quantity', ['арбуз', 'яблоко', 'Ёж']],
    ['sku', ['Ёж', 'яблоко', 'арбуз']],
    ['id', ['яблоко', 'Ёж', 'арбуз']],
  ])('by %s, ascending and descending', async (key, order) => {
    await build('яблоко', { price: 9, quantity: 100, sold_quantity: 2, sku: 'b-1' });
    // By its lowest price; as text 9 would follow 10.
    await build('Ёж', { range: [10, 500], quantity: 2, sold_quantity: 10, sku: 'A-1' });
    await build('арбуз', { price: 100, quantity: 10, sold_quantity: 1, sku: 'C-1' });

    expect(await namesOf(`products?orderBy=${key}&sortedBy=asc`)).toEqual(order);
    expect(await namesOf(`products?orderBy=${key}&sortedBy=desc`)).toEqual([...order].reverse());
    const pages = await Promise.all(
      [1, 2, 3].map((page) => namesOf(`products?orderBy=${key}&limit=1&page=${page}`)),
    );
    expect(pages.flat()).toEqual(order);
  });
});

describe('draft-products, products-stock and low-stock-products', () => {
  beforeEach(async () => {
    await build('На продаже');
    await build('Черновик', { status: 'draft', quantity: 3 });
    await build('Ждёт', { status: 'under_review' });
    await build('Кончился', { quantity: 0 });
    await build('Чужой черновик', { status: 'rejected', shop: scene.otherShop });
    await build('Чужой кончается', { quantity: 1, shop: scene.otherShop });
  });

  it.each([
    ['draft-products', 'super_admin', ['Ждёт', 'Черновик', 'Чужой черновик']],
    ['draft-products', 'store_owner', ['Ждёт', 'Черновик']],
    ['draft-products', 'staff', ['Ждёт', 'Черновик']],
    ['draft-products?search=status:draft', 'super_admin', ['Черновик']],
    ['draft-products?search=status:publish', 'super_admin', []],
    ['draft-products?search=status:publish;name:ч&searchJoin=or', 'store_owner', ['Черновик']],
    ['products-stock', 'super_admin', ['Кончился', 'Черновик', 'Чужой кончается']],
    ['products-stock', 'otherOwner', ['Чужой кончается']],
    ['products-stock?search=name:кончился', 'store_owner', ['Кончился']],
    ['low-stock-products', 'super_admin', ['Кончился', 'Чужой кончается', 'Черновик']],
    ['low-stock-products?limit=1', 'store_owner', ['Кончился']],
  ] as const)('%s for %s', async (path, person, found) => {
    const names = await namesOf(path, person);
    expect(path.startsWith('low') ? names : names.sort(byName)).toEqual(found);
  });

  it('are filtered by shop, but never show another vendor’s', async () => {
    const { id } = scene.otherShop;
    expect(await namesOf(`draft-products?shop_id=${id}`)).toEqual(['Чужой черновик']);
    expect(await namesOf(`draft-products?user_id=${scene.otherOwner.id}`)).toEqual(['Чужой черновик']);
    for (const path of ['draft-products', 'products-stock', 'low-stock-products']) {
      expect(await namesOf(`${path}?shop_id=${id}`, 'store_owner')).toEqual([]);
      expect(await namesOf(`${path}?search=shop_id:${id}&searchJoin=or`, 'staff')).toEqual([]);
    }
  });

  it('use their own addresses in page links', async () => {
    const { body } = await ask('super_admin', 'draft-products?limit=1');
    expect(body.next_page_url).toBe('/admin/rest/draft-products?limit=1&page=2');
  });

  it.each([
    'draft-products',
    'products-stock',
    'low-stock-products',
    'top-rate-product',
    'category-wise-product',
  ])('%s requires the catalogue permission', async (path) => {
    await api.db
      .updateTable('users')
      .set({ permissions: ['staff', 'customer', 'staff:orders'] })
      .where('id', '=', scene.staff.id)
      .execute();

    const statuses = await Promise.all(
      ([null, 'customer', 'staff', 'store_owner'] as const).map(
        async (person) => (await ask(person, path)).status,
      ),
    );
    expect(statuses).toEqual([401, 403, 403, 200]);
  });

  it.each([
    'draft-products?user_id=me',
    'draft-products?price=low&price=high',
    'low-stock-products?type_id=tea',
    'popular-products?range=week',
    'popular-products?limit=none',
    'top-rate-product?limit=0',
    'category-wise-product?shop_id=first',
    'products-stock?orderBy=shop_id',
  ])('%s is refused', async (path) => {
    expect((await ask('super_admin', path)).status).toBe(422);
  });
});

describe('popular-products and best-selling-products', () => {
  it('are published products, most sold first', async () => {
    const group = await buildGroup(api.db, { slug: 'posuda' });
    const closed = await buildShop(api.db, { owner: scene.store_owner, isActive: false });
    await build('Мало', { sold_quantity: 1 });
    const many = await build('Много', { sold_quantity: 90 });
    await build('Черновик', { sold_quantity: 100, status: 'draft' });
    await build('Закрыт', { sold_quantity: 100, shop: closed });
    await api.db.updateTable('products').set({ type_id: group.id }).where('id', '=', many.id).execute();

    for (const path of ['popular-products', 'best-selling-products']) {
      for (const person of [null, 'store_owner', 'super_admin'] as const) {
        expect(await namesOf(path, person)).toEqual(['Много', 'Мало']);
      }
      expect(await namesOf(`${path}?limit=1&range=7&language=ru`)).toEqual(['Много']);
      expect(await namesOf(`${path}?type_slug=posuda`)).toEqual(['Много']);
      expect(await namesOf(`${path}?type_id=${group.id}&shop_id=${scene.otherShop.id}`)).toEqual([]);
      expect(await namesOf(`${path}?search=name:мало&with=type;shop`)).toEqual(['Мало']);
    }
  });
});

describe('top-rate-product', () => {
  it('is of one’s own shops, by the average', async () => {
    const good = await build('Хороший', { price: 120 });
    const best = await build('Лучший');
    const foreign = await build('Чужой', { shop: scene.otherShop });
    for (const [product, ratings] of [
      [good, [5, 4, 4]],
      [best, [5]],
      [foreign, [5, 5]],
    ] as const) {
      const { shop_id } = await api.db
        .selectFrom('products')
        .select('shop_id')
        .where('id', '=', product.id)
        .executeTakeFirstOrThrow();
      await api.db
        .insertInto('reviews')
        .values(
          ratings.map((rating) => ({ rating, product_id: product.id, shop_id, user_id: scene.customer.id })),
        )
        .execute();
    }

    const { body } = await api.request<unknown[]>(scene.store_owner, 'GET', 'top-rate-product');
    expect(body).toMatchObject([
      { name: 'Лучший', actual_rating: 5, rating_count: 1, total_rating: 5 },
      { name: 'Хороший', actual_rating: 4.33, rating_count: 3, total_rating: 13, regular_price: 120 },
    ]);
    expect(await namesOf('top-rate-product')).toEqual(['Чужой', 'Лучший', 'Хороший']);
    expect(await namesOf(`top-rate-product?limit=1&shop_id=${scene.otherShop.id}`)).toEqual(['Чужой']);
    expect(await namesOf(`top-rate-product?shop_id=${scene.otherShop.id}`, 'store_owner')).toEqual([]);
  });
});

describe('category-wise-product', () => {
  it('counts by category and shop', async () => {
    const cups = await addCategory('Чашки');
    const shawls = await addCategory('Платки');
    for (const [name, shop, category] of [
      ['А', scene.shop, cups],
      ['Б', scene.shop, cups],
      ['В', scene.shop, shawls],
      ['Г', scene.otherShop, cups],
    ] as const) {
      const { id } = await build(name, { shop });
      await api.db.insertInto('category_product').values({ product_id: id, category_id: category }).execute();
    }

    const { body } = await api.request<unknown[]>(scene.store_owner, 'GET', 'category-wise-product');
    expect(body).toEqual([
      {
        category_id: cups,
        category_name: 'Чашки',
        category_slug: 'Чашки',
        shop_name: 'Первая лавка',
        shop_slug: scene.shop.slug,
        product_count: 2,
      },
      {
        category_id: shawls,
        category_name: 'Платки',
        category_slug: 'Платки',
        shop_name: 'Первая лавка',
        shop_slug: scene.shop.slug,
        product_count: 1,
      },
    ]);
    const all = await api.request<unknown[]>(scene.super_admin, 'GET', 'category-wise-product?limit=15');
    expect(all.body).toHaveLength(3);
  });
});

describe('a list', () => {
  it('takes three queries, with search and filters', async () => {
    await build('Чай', { quantity: 3 });
    for (const path of [
      'products?name=чай чай',
      'products?search=name:чай;type.slug:a;categories.slug:b&stock=low&price_from=1&orderBy=price',
      'draft-products',
      'products-stock?page=1',
      'popular-products',
    ]) {
      const before = api.queries();
      expect((await ask('super_admin', path)).status).toBe(200);
      // One more loads the session.
      expect([path, api.queries() - before - 1 <= 3]).toEqual([path, true]);
    }
  });
});

describe('a shop’s number of products', () => {
  const counts = async () => {
    const { rows } = await ask('super_admin', 'shops?orderBy=products_count&sortedBy=desc').then(
      ({ body }) => ({
        rows: body.data,
      }),
    );
    return rows.map(({ name, products_count }) => [name, products_count]);
  };

  it('stays correct, whatever is done with them', async () => {
    const { id } = await build('А');
    await build('Б');
    const { id: gone } = await build('В', { shop: scene.otherShop });
    expect(await counts()).toEqual([
      ['Первая лавка', 2],
      ['Другая лавка', 1],
    ]);

    await api.db.updateTable('products').set({ deleted_at: api.now() }).where('id', '=', gone).execute();
    await api.db.updateTable('products').set({ shop_id: scene.otherShop.id }).where('id', '=', id).execute();
    expect(await counts()).toEqual([
      ['Другая лавка', 1],
      ['Первая лавка', 1],
    ]);

    await api.db.updateTable('products').set({ deleted_at: null }).execute();
    await api.db.deleteFrom('products').where('id', '=', id).execute();
    expect((await counts()).map(([, count]) => count)).toEqual([1, 1]);
  });
});

async function addCategory(name: string): Promise<number> {
  const { id } = await api.db
    .insertInto('categories')
    .values({ name, slug: name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('GET products/counts', () => {
  const count = (person: Person, query = '') => ask(person, `products/counts${query}`);

  beforeEach(async () => {
    await build('На витрине', { status: 'publish', quantity: 50 });
    await build('Закончился', { status: 'publish', quantity: 0 });
    await build('Ждёт', { status: 'under_review', quantity: 50 });
    await build('Черновик', { status: 'draft', quantity: 50 });
    await build('Чужой черновик', {
      status: 'draft',
      quantity: 50,
      shop: await buildShop(api.db, scene.otherOwner),
    });
  });

  it('counts the products of each tab, as the list of that tab does', async () => {
    const { status, body } = await count('super_admin');
    expect([status, body]).toEqual([200, { all: 5, live: 2, review: 1, rejected: 0, low: 1, drafts: 2 }]);
    for (const [tab, search] of [
      ['live', 'status:publish,approved'],
      ['low', 'stock:low,out'],
    ]) {
      const names = await namesOf(`products?search=${search}`);
      expect(names.length).toBe(body[tab ?? '']);
    }
  });

  it('counts the requested tabs, within a shop, and only what the person may see', async () => {
    const query = `?tabs=all,drafts&shop_id=${scene.shop.id}`;
    expect((await count('store_owner', query)).body).toEqual({ all: 4, drafts: 1 });
    expect((await count('otherOwner', query)).body).toEqual({ all: 2, drafts: 0 });
  });

  it('refuses strangers, unknown tabs and unknown filters', async () => {
    expect((await count(null)).status).toBe(401);
    expect((await count('customer')).status).toBe(403);
    for (const query of ['?tabs=all,toString', '?tabs=all&colour=red']) {
      expect((await count('super_admin', query)).status, query).toBe(422);
    }
  });

  it('stops counting above the limit', async () => {
    await sql`insert into products (shop_id, type_id, name, slug, status, product_type, price, quantity, unit, created_at, updated_at)
      select shop_id, type_id, 'n' || n, 'n-' || n, 'draft', 'simple', 1, 5, 'шт.', now(), now()
      from products, generate_series(1, 10000) n where name = 'На витрине'`.execute(api.db);
    const { body } = await count('super_admin', '?tabs=all,drafts');
    expect(body).toEqual({ all: 10_005, drafts: tabCountLimit + 1 });
  });
});
