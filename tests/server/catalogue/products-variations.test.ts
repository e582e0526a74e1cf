import { describe, expect, it } from 'vitest';
import { buildAttribute, buildProduct, buildSale } from '../../support/products';
import { type Answered, type Person, setUpVariations } from './variation-scene';

/** Variations of products: combinations, SKUs, stock, reading and editing. */
const made = setUpVariations();
const {
  api,
  scene,
  chosen,
  all,
  combination,
  one,
  valid,
  create,
  update,
  change,
  patch,
  stored,
  product,
  six,
  idAt,
} = made;

describe('a variable product', () => {
  it('is stored with its variations, named by the dictionary, in the order of the attributes', async () => {
    const { status, body } = await create(
      valid(
        [5, 0, 3].map((index) => one(index)),
        {
          status: 'publish',
          price: 5,
          sku: 'OWN',
          quantity: 77,
          min_price: 1,
          max_price: 1,
        },
      ),
    );

    expect([status, body.errors]).toEqual([201, undefined]);
    expect(body).toMatchObject({
      price: null,
      sku: null,
      quantity: 6,
      min_price: 100,
      max_price: 105,
      variations_count: 3,
    });
    expect(body.variation_options).toMatchObject([
      { title: 'Красный/M', sku: 'V-0', price: 100, quantity: 2, version: 1, is_disable: false },
      { title: 'Синий/M', sku: 'V-3' },
      {
        title: 'Синий/XL',
        options: [
          { name: 'Цвет', value: 'Синий' },
          { name: 'Размер', value: 'XL' },
        ],
        value_ids: combination(5),
      },
    ]);
    expect(body.variations).toMatchObject([
      {
        attribute_value_id: made.colour.values[0],
        value: 'Красный',
        attribute: { id: made.colour.id, name: 'Цвет' },
      },
      ...[1, 2, 3, 4].map(() => ({})),
    ]);
    const moves = await api.db.selectFrom('stock_movements').selectAll().execute();
    expect(moves.map(({ kind, change: by, user_id }) => [kind, by, user_id])).toEqual(
      [1, 2, 3].map(() => ['opening', 2, scene.store_owner.id]),
    );
  });

  it('accepts the dialect’s format: names instead of ids, options as text', async () => {
    const options = [
      { name: 'размер', value: 'xl' },
      { name: 'Цвет', value: 'Синий' },
    ];
    const { status, body } = await create(
      valid([{ title: 'XL/Синий', options: JSON.stringify(options), price: '9,5', sku: 'S-1', quantity: 1 }]),
    );

    expect([status, body.errors]).toEqual([201, undefined]);
    expect(body.variation_options).toMatchObject([
      { title: 'Синий/XL', price: 9.5, value_ids: combination(5) },
    ]);
  });

  it('adds, changes and removes in one write, and leaves the others alone', async () => {
    const { id, options } = await six();
    const first = idAt(options, 0);
    const { status, body } = await change(
      id,
      [
        { id: first, version: 1, price: 50, sale_price: 40 },
        { id: idAt(options, 1), is_disable: true },
      ],
      [idAt(options, 2)],
    );

    expect([status, body.errors]).toEqual([200, undefined]);
    expect((await stored()).map(({ title, price, version, sku }) => [title, price, version, sku])).toEqual([
      ['Красный/M', 50, 2, 'V-0'],
      ['Красный/L', 101, 2, 'V-1'],
      ['Синий/M', 103, 1, 'V-3'],
      ['Синий/L', 104, 1, 'V-4'],
      ['Синий/XL', 105, 1, 'V-5'],
    ]);
    expect(await product(id)).toMatchObject({ min_price: 40, max_price: 105, quantity: 8, version: 2 });
    const again = await change(id, [one(2, { sku: 'V-2' })]);
    expect(again.body.variation_options.map(({ title }) => title)).toContain('Красный/XL');
  });

  it('audits the changes, or only their number when there are very many', async () => {
    const { id, options } = await six();
    await change(id, [{ id: idAt(options, 0), price: 50 }], [idAt(options, 5)]);

    const [created, changed] = await api.db
      .selectFrom('audit_log')
      .select('changes')
      .where('family', '=', 'products')
      .orderBy('id')
      .execute();
    expect(created?.changes).toMatchObject({
      variation_options: [{}, { 'Красный/M.price': 100, 'Красный/M.sku': 'V-0' }],
    });
    expect(changed?.changes).toMatchObject({
      variation_options: [
        { 'Красный/M.price': 100, 'Синий/XL.sku': 'V-5' },
        { 'Красный/M.price': 50, 'Синий/XL.sku': null },
      ],
    });
  });

  it('gets new titles and positions when its attributes are reordered', async () => {
    const { id } = await six();
    const { body } = await update(id, { variations: chosen(...made.size.values, ...made.colour.values) });

    expect(body.variation_options.map(({ title }) => title)).toEqual([
      ...['M/Красный', 'M/Синий', 'L/Красный', 'L/Синий', 'XL/Красный', 'XL/Синий'],
    ]);
    expect(body.variation_options.every(({ version }) => version === 1)).toBe(true);
  });

  it('lets two variations swap SKUs in one write', async () => {
    const { id, options } = await six();
    const { status } = await change(id, [
      { id: idAt(options, 0), sku: 'V-1' },
      { id: idAt(options, 1), sku: 'V-0' },
    ]);

    expect(status).toBe(200);
    expect((await stored()).slice(0, 2).map(({ sku }) => sku)).toEqual(['V-1', 'V-0']);
    expect((await change(id, [one(5, { sku: 'V-5' })], [idAt(options, 5)])).status).toBe(200);
  });
});

describe('refuses', () => {
  const at = (index: number, key: string) => `variation_options.upsert[${index}].${key}`;

  it.each([
    ['no price', (): object[] => [one(0, { price: null })], at(0, 'price'), 'error-price-required'],
    ['no number', () => [one(0), one(1, { sku: ' ' })], at(1, 'sku'), 'error-sku-required'],
    ['a number twice', () => [one(0), one(1), one(2, { sku: 'V-0' })], at(2, 'sku'), 'error-taken'],
    [
      'a combination twice',
      () => [one(0), one(0, { sku: 'x' })],
      at(1, 'value_ids'),
      'error-combination-taken',
    ],
    [
      'half a combination',
      () => [one(0, { value_ids: [made.colour.values[0]] })],
      at(0, 'value_ids'),
      'error-combination',
    ],
    [
      'two values of an attribute',
      () => [one(0, { value_ids: made.colour.values })],
      at(0, 'value_ids'),
      'error-combination',
    ],
    ['no combination', () => [{ price: 1, sku: 'x' }], at(0, 'value_ids'), 'error-combination'],
    [
      'a sale price above the price',
      () => [one(0), one(1, { sale_price: 101 })],
      at(1, 'sale_price'),
      'error-sale-price',
    ],
    [
      'a negative quantity',
      () => [one(0, { quantity: -1 })],
      at(0, 'quantity'),
      'error-must-not-be-negative',
    ],
    ['a wrong barcode', () => [one(0), one(1, { barcode: '123' })], at(1, 'barcode'), 'error-barcode'],
    [
      'a picture that is not there',
      () => [one(0, { image: { id: 99 } })],
      at(0, 'image'),
      'error-file-missing',
    ],
    ['an id that is not there', () => [one(0, { id: 12_345 })], at(0, 'id'), 'error-wrong-value'],
    [
      'no file of a digital one',
      () => [one(0, { is_digital: true })],
      at(0, 'digital_file'),
      'error-digital-file-required',
    ],
    [
      'names that no attribute has',
      () => [{ options: [{ name: 'Цвет', value: 'Белый' }], price: 1, sku: 'x' }],
      at(0, 'options'),
      'error-combination',
    ],
  ])('%s, at its path', async (_what, upsert, key, error) => {
    const { status, body } = await create(valid(upsert()));

    expect([status, body.errors]).toEqual([422, { [key]: [error] }]);
    expect(await stored()).toEqual([]);
    expect(await api.db.selectFrom('products').select('id').execute()).toEqual([]);
  });

  it('SKUs already used by a product or a variation of the shop', async () => {
    await buildProduct(api.db, { shop: scene.shop, sku: 'P-1' });
    await six();
    const { body } = await create(
      valid([one(0, { sku: 'P-1' }), one(1, { sku: 'V-3' }), one(2, { sku: 'new' })]),
    );

    expect(body.errors).toEqual({ [at(0, 'sku')]: ['error-taken'], [at(1, 'sku')]: ['error-taken'] });
  });

  it('chosen values that no variation uses', async () => {
    const { id, options } = await six();
    const fewer = chosen(...made.colour.values, made.size.values[0], made.size.values[1]);

    expect((await update(id, { variations: fewer })).body.errors).toEqual({
      variations: ['error-values-in-use'],
    });
    const gone = [idAt(options, 2), idAt(options, 5)];
    expect((await change(id, [], gone, { variations: fewer })).status).toBe(200);
    expect((await change(id, [one(2)])).body.errors).toEqual({ [at(0, 'value_ids')]: ['error-combination'] });
  });

  it('values of another shop’s attributes, and those in the trash', async () => {
    const theirs = await buildAttribute(api.db, { shop: scene.otherShop, name: 'Ткань', values: ['Лён'] });
    const value_ids = [...combination(0), ...theirs.values];
    const { body } = await create(
      valid([one(0, { value_ids })], { variations: [...all(), ...chosen(...theirs.values)] }),
    );
    expect(body.errors).toMatchObject({ variations: ['error-wrong-value'] });

    const { id } = await six();
    await api.db
      .updateTable('attribute_values')
      .set({ deleted_at: api.now() })
      .where('id', '=', made.size.values[2] ?? 0)
      .execute();
    expect((await create(valid([one(0, { sku: 'n' })]))).body.errors).toEqual({
      variations: ['error-wrong-value'],
    });
    // A product that already has it keeps it.
    expect((await update(id, { variations: all(), price: 1 })).status).toBe(200);
  });

  it('a variation of another product', async () => {
    const { options } = await six();
    const other = await create(valid([one(0, { sku: 'o-1' })], { name: 'Другая' }));
    const foreign = idAt(options, 0);
    const { body } = await change(other.body.id, [{ id: foreign, price: 1 }], [idAt(options, 1)]);

    expect(body.errors).toEqual({
      [at(0, 'id')]: ['error-wrong-value'],
      'variation_options.delete': ['error-wrong-value'],
    });
    expect((await stored())[0]).toMatchObject({ price: 100 });
  });

  it('a stale variation, with the current product', async () => {
    const { id, options } = await six();
    await patch(id, idAt(options, 0), { price: 7 });
    const { status, body } = await change(id, [{ id: idAt(options, 0), version: 1, price: 8 }]);

    expect([status, body.message]).toEqual([409, 'CONFLICT']);
    expect((body.current as Answered).variation_options[0]).toMatchObject({ price: 7, version: 2 });
    expect((await stored())[0]).toMatchObject({ price: 7 });
  });

  it('everything when the third is wrong', async () => {
    const { id, options } = await six();
    const [before, moves] = [
      await stored(),
      await api.db.selectFrom('stock_movements').select('id').execute(),
    ];
    const { status } = await change(
      id,
      [
        { id: idAt(options, 0), price: 1, quantity: 50 },
        { id: idAt(options, 1), price: 2 },
        { id: idAt(options, 2), price: 3, sale_price: 5 },
      ],
      [idAt(options, 5)],
      { name: 'Майка', variations: all() },
    );

    expect(status).toBe(422);
    expect(await stored()).toEqual(before);
    expect(await api.db.selectFrom('stock_movements').select('id').execute()).toEqual(moves);
    expect((await product(id)).name).toBe('Футболка');
  });
});

describe('a change of type', () => {
  it('makes a variable product simple without touching the dictionary', async () => {
    const { id } = await six();
    const dictionary = () => api.db.selectFrom('attribute_values').selectAll().orderBy('id').execute();
    const before = await dictionary();

    expect((await update(id, { product_type: 'simple' })).body.errors).toEqual({
      price: ['error-price-required'],
    });
    const { body } = await update(id, { product_type: 'simple', price: 10, quantity: 4, sku: 'V-0' });

    expect(body).toMatchObject({
      price: 10,
      min_price: 10,
      max_price: 10,
      quantity: 4,
      sku: 'V-0',
      variations: [],
    });
    expect(body.variation_options).toEqual([]);
    expect(await dictionary()).toEqual(before);
    expect(await stored()).toEqual([]);
    const left = await api.db
      .selectFrom('stock_movements')
      .select((eb) => eb.fn.sum<number>('change').as('sum'))
      .execute();
    expect(Number(left[0]?.sum)).toBe(4);
  });

  it('makes a simple product variable: price, SKU and stock move to its variations', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop, price: 10, salePrice: 9, sku: 'S-1' });
    const { status, body } = await update(id, {
      product_type: 'variable',
      variations: all(),
      variation_options: { upsert: [one(0, { sku: 'S-1', quantity: 3 })], delete: [] },
    });

    expect([status, body.errors]).toEqual([200, undefined]);
    expect(await product(id)).toMatchObject({
      price: null,
      sale_price: null,
      sku: null,
      quantity: 3,
      min_price: 100,
      max_price: 100,
    });
  });

  it('does not leave a product on sale without anything to buy', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop });
    const { body } = await update(id, { product_type: 'variable' });

    expect(body.errors).toEqual({ variation_options: ['error-variations-required'] });
    expect((await product(id)).product_type).toBe('simple');
  });
});

describe('GET products/{id}', () => {
  it('for a buyer leaves out disabled variations and shows the effective price', async () => {
    const { body } = await create(
      valid([one(0, { price: 100 }), one(1, { is_disable: true })], { status: 'publish' }),
    );
    await buildSale(api.db, { rate: 10, products: [body] });
    const { body: seen } = await api.request<Answered>(null, 'GET', `products/${body.id}`);

    expect(seen.variation_options).toMatchObject([{ sku: 'V-0', price: 100, sale_price: 90 }]);
    const { body: own } = await api.request<Answered>(scene.staff, 'GET', `products/${body.id}`);
    expect(own.variation_options.map(({ sale_price }) => sale_price)).toEqual([null, null]);
  });

  it('includes ratings and related products, never itself or a draft', async () => {
    const category = await api.db
      .insertInto('categories')
      .values({ name: 'К', slug: 'k' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [mine, sold, draft] = [
      await buildProduct(api.db, { shop: scene.shop }),
      await buildProduct(api.db, { shop: scene.otherShop }),
      await buildProduct(api.db, { shop: scene.otherShop, status: 'draft' }),
    ];
    const links = [mine, sold, draft].map(({ id }) => ({ product_id: id, category_id: category.id }));
    await api.db.insertInto('category_product').values(links).execute();
    const review = { product_id: mine.id, shop_id: scene.shop.id, user_id: scene.customer.id };
    await api.db
      .insertInto('reviews')
      .values([5, 5, 4].map((rating) => ({ ...review, rating })))
      .execute();
    const { body } = await api.request<Answered>(null, 'GET', `products/${mine.id}`);

    expect(body).toMatchObject({
      ratings: 4.67,
      total_reviews: 3,
      related_products: [{ id: sold.id }],
      rating_count: [
        { rating: 5, total: 2 },
        { rating: 4, total: 1 },
      ],
    });
    expect(body.related_products).toHaveLength(1);
  });

  it('takes a handful of queries, however many variations there are', async () => {
    const { id } = await six();
    const before = api.queries();
    await api.request(scene.store_owner, 'GET', `products/${id}`);

    expect(api.queries() - before).toBeLessThanOrEqual(7);
  });
});

describe('GET products/{id}/variations', () => {
  const list = (id: number, query = '', person: Person | null = 'store_owner') =>
    api.request(person && scene[person], 'GET', `products/${id}/variations${query}`);

  it('is paged, and searchable by title or SKU', async () => {
    const { id } = await six();

    expect((await list(id, '?limit=4&page=2')).body).toMatchObject({
      total: 6,
      last_page: 2,
      from: 5,
      to: 6,
    });
    expect((await list(id, '?search=v-4')).body.data).toMatchObject([{ sku: 'V-4' }]);
    expect((await list(id, `?search=${encodeURIComponent('синий')}`)).body.total).toBe(3);
    expect((await list(id, '?search=%25')).body.total).toBe(0);
    expect((await list(id, '?limit=0')).status).toBe(422);
    expect((await list(id, '?shop_id=1')).status).toBe(422);
  });

  it('requires a session', async () => {
    const { id } = await six();

    expect((await list(id, '', null)).status).toBe(401);
    expect((await list(id, '', 'customer')).status).toBe(403);
    expect((await list(id, '', 'otherOwner')).status).toBe(404);
    expect((await list(id, '', 'super_admin')).body.total).toBe(6);
  });
});

describe('PATCH products/{id}/variations/{id}', () => {
  it('requires a session and a valid id', async () => {
    const { id, options } = await six();
    const variation = idAt(options, 0);
    const other = await buildProduct(api.db, { shop: scene.shop, range: [1, 2] });

    expect((await patch(id, variation, { price: 1 }, null)).status).toBe(401);
    expect((await patch(id, variation, { price: 1 }, 'customer')).status).toBe(403);
    expect((await patch(id, variation, { price: 1 }, 'otherOwner')).status).toBe(404);
    expect((await patch(other.id, variation, { price: 1 })).status).toBe(404);
    expect((await patch(id, 'x', { price: 1 })).status).toBe(404);
    expect((await patch(id, variation, { price: -1, sku: 'A\u202eB' })).body.errors).toEqual({
      price: ['error-must-not-be-negative'],
      sku: ['error-sku-format'],
    });
    expect((await patch(id, variation, { sku: 'V-1' })).body.errors).toEqual({ sku: ['error-taken'] });
    expect((await patch(id, variation, { sale_price: 100 })).body.errors).toEqual({
      sale_price: ['error-sale-price'],
    });
    expect((await stored())[0]).toMatchObject({ price: 100, version: 1 });
  });

  it('changes one and returns the derived values of the product', async () => {
    const { id, options } = await six();
    const { status, body } = await patch(
      id,
      idAt(options, 0),
      {
        price: 10,
        quantity: 7,
        quantity_was: 2,
        quantity_reason: 'Приход',
        version: 1,
        value_ids: [],
        title: 'x',
      },
      'staff',
    );

    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.variation).toMatchObject({
      title: 'Красный/M',
      price: 10,
      quantity: 7,
      version: 2,
      value_ids: combination(0),
    });
    expect(body.product).toEqual({ id, version: 2, quantity: 17, min_price: 10, max_price: 105 });
    const moves = await api.db
      .selectFrom('stock_movements')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(moves).toMatchObject({ kind: 'adjustment', change: 5, reason: 'Приход', user_id: scene.staff.id });
  });

  it('answers a stale edit with the current variation', async () => {
    const { id, options } = await six();
    await patch(id, idAt(options, 0), { price: 10 });
    const { status, body } = await patch(id, idAt(options, 0), { price: 11, version: 1 });

    expect([status, body.current.price, body.current.version]).toEqual([409, 10, 2]);
  });

  it('counts stock as a difference under concurrent edits', async () => {
    const { id, options } = await six();
    await Promise.all(
      Array.from({ length: 6 }, () => patch(id, idAt(options, 0), { quantity: 3, quantity_was: 2 })),
    );

    expect((await stored())[0]).toMatchObject({ quantity: 8 });
    expect((await product(id)).quantity).toBe(18);
    const { body } = await patch(id, idAt(options, 0), { quantity: 0, quantity_was: 9 });
    expect(body.errors).toEqual({ quantity: ['error-stock-changed'] });
  });

  it('refuses to disable the last variation of a published product', async () => {
    const { body } = await create(valid([one(0)], { status: 'publish' }));
    const [variation] = body.variation_options;

    expect((await patch(body.id, variation?.id ?? 0, { is_disable: true })).body.errors).toEqual({
      is_disable: ['error-variations-required'],
    });
    await update(body.id, { status: 'unpublish' });
    expect((await patch(body.id, variation?.id ?? 0, { is_disable: true })).body.variation.is_disable).toBe(
      true,
    );
  });
});
