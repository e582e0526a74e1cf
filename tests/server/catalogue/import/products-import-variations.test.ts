import { describe, expect, it } from 'vitest';
import type { ImportError, ImportOptions, ProductImport } from '@/contract/catalogue/products/imports';
import { sendFile, settled } from '../../../support/import-files';
import { buildGroup, buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** Import of variations. */
const { api, scene } = setUpScene();

const heading = 'Артикул;Название;Группа;Единица;Цена;Остаток;Основной товар;Вариант;Статус';
const shirt = 'T-1;Футболка;Одежда;шт.;;;;';

async function imported(
  rows: string[],
  kind: 'check' | 'run' = 'run',
  options: Partial<ImportOptions> = {},
): Promise<ProductImport> {
  const { status, body } = await sendFile<ProductImport & Wire>(
    api,
    scene.store_owner,
    'product-imports',
    { name: 'a.csv', content: [heading, ...rows].join('\n') },
    { shop_id: String(scene.shop.id) },
  );
  expect([status, body.errors]).toEqual([201, undefined]);
  await api.request(scene.store_owner, 'PATCH', `product-imports/${body.id}`, { options });
  await api.request(scene.store_owner, 'POST', `product-imports/${body.id}/${kind}`);
  return settled(api, scene.store_owner, body.id);
}

async function errorsOf(id: number) {
  const { body } = await api.request<{ data: ImportError[] }>(
    scene.store_owner,
    'GET',
    `product-imports/${id}/errors?limit=100`,
  );
  return body.data.map(({ line, errors }) => [line, errors]);
}

const variations = () =>
  api.db.selectFrom('variation_options').selectAll().where('deleted_at', 'is', null).orderBy('id').execute();

const group = () => buildGroup(api.db, { name: 'Одежда', slug: 'odezhda' });

describe('rows of a product in the same file', () => {
  it('become its variations, wherever they are; attributes and values are created', async () => {
    await group();

    const done = await imported([
      'T-1-R;;;;900;3;T-1;"Цвет: красный; Размер: M"',
      shirt,
      'T-1-B;;;;950;0;T-1;"Размер: M; Цвет: синий"',
    ]);

    expect(done).toMatchObject({ status: 'done', created: 3, rejected: 0 });
    const product = await api.db.selectFrom('products').selectAll().executeTakeFirstOrThrow();
    expect(product).toMatchObject({
      product_type: 'variable',
      price: null,
      min_price: 900,
      max_price: 950,
      quantity: 3,
    });
    const stored = await variations();
    expect(stored.map(({ sku, title, price, quantity }) => [sku, title, price, quantity])).toEqual([
      ['T-1-R', 'красный/M', 900, 3],
      ['T-1-B', 'M/синий', 950, 0],
    ]);
    const values = await api.db
      .selectFrom('attribute_values')
      .innerJoin('attributes', 'attributes.id', 'attribute_values.attribute_id')
      .select(['attributes.name', 'attribute_values.value', 'attributes.shop_id'])
      .orderBy('attribute_values.id')
      .execute();
    expect(values.map(({ name, value }) => `${name}:${value}`).sort()).toEqual([
      'Размер:M',
      'Цвет:красный',
      'Цвет:синий',
    ]);
    expect(await api.db.selectFrom('attribute_value_product').select('product_id').execute()).toHaveLength(3);
    const [moved] = await api.db.selectFrom('stock_movements').selectAll().execute();
    expect(moved).toMatchObject({ kind: 'import', change: 3, variation_id: stored[0]?.id, row_id: done.id });
  });

  it('are updated by SKU alone, by their combination, and skipped when unchanged', async () => {
    await group();
    await imported([shirt, 'T-1-R;;;;900;3;T-1;Цвет: красный', 'T-1-B;;;;950;1;T-1;Цвет: синий']);

    const bySku = await imported(['T-1-R;;;;800;;;']);
    const byOptions = await imported([';;;;700;;T-1;цвет: СИНИЙ']);
    const same = await imported(['T-1-R;;;;800;3;T-1;Цвет: красный']);

    expect([bySku.updated, byOptions.updated, same.updated, same.created, same.rejected]).toEqual([
      1, 1, 0, 0, 0,
    ]);
    expect((await variations()).map(({ sku, price, quantity }) => [sku, price, quantity])).toEqual([
      ['T-1-R', 800, 3],
      ['T-1-B', 700, 1],
    ]);
    const audit = await api.db
      .selectFrom('audit_log')
      .select('changes')
      .where('family', '=', 'products')
      .where('action', '=', 'update')
      .orderBy('id')
      .execute();
    expect(audit.map(({ changes }) => changes).slice(-2)).toEqual([
      { 'variation_options.красный.price': [900, 800] },
      { 'variation_options.синий.price': [950, 700] },
    ]);
  });

  it.each(['check', 'run'] as const)('are refused by a %s when invalid', async (kind) => {
    await group();
    await buildProduct(api.db, { shop: scene.shop, sku: 'SIMPLE' });
    const other = await buildProduct(api.db, { shop: scene.otherShop, sku: 'THEIRS', range: [1, 2] });

    const done = await imported(
      [
        shirt,
        'V-1;;;;900;3;T-1;Цвет: красный',
        'V-2;;;;900;3;T-1;Цвет: Красный',
        'V-3;;;;900;3;T-1;Размер: M',
        'V-4;;;;900;3;NOBODY;Цвет: синий',
        'V-5;;;;900;3;SIMPLE;Цвет: синий',
        `V-6;;;;900;3;${other.slug};Цвет: синий`,
        'V-7;;;;900;3;T-1;красный',
        'V-8;;;;;3;T-1;Цвет: белый',
        ';;;;900;3;T-1;Цвет: белый',
        'V-1;;;;900;3;T-1;Цвет: белый',
        'BAD;;Одежда;шт.;;;;',
        'V-9;;;;900;3;BAD;Цвет: белый',
      ],
      kind,
    );

    expect(await errorsOf(done.id)).toEqual([
      [4, { 7: 'error-import-repeated' }],
      [5, { 7: 'error-import-options-differ' }],
      [6, { 6: 'error-import-parent' }],
      [7, { 6: 'error-import-parent-simple' }],
      [8, { 6: 'error-import-parent' }],
      [9, { 7: 'error-import-options' }],
      [10, { 4: 'error-price-required' }],
      [11, { 0: 'error-sku-required' }],
      [12, { 0: 'error-import-repeated' }],
      [13, { 1: 'error-name-required' }],
      [14, { 6: 'error-import-parent-bad' }],
    ]);
    expect([done.created, done.rejected]).toEqual([2, 11]);
    expect(await variations()).toHaveLength(kind === 'check' ? 0 : 1);
  });

  it('that are all wrong leave the product a draft, with a warning on its row', async () => {
    await group();

    const done = await imported(['T-1;Футболка;Одежда;шт.;;;;;publish', 'V-1;;;;дорого;3;T-1;Цвет: красный']);

    expect(done).toMatchObject({ status: 'done', created: 1, rejected: 1 });
    const { status } = await api.db.selectFrom('products').select('status').executeTakeFirstOrThrow();
    expect(status).toBe('draft');
    expect(await errorsOf(done.id)).toEqual([
      [2, { 8: 'error-import-no-variations' }],
      [3, { 4: 'error-number-format' }],
    ]);
  });

  it('are required of a product to be published', async () => {
    await group();

    const done = await imported(['T-1;Футболка;Одежда;шт.;;;;;publish', 'T-2;Платье;Одежда;шт.;;;;;draft']);

    expect(done).toMatchObject({ created: 0, rejected: 2 });
  });
});

describe('files of the dialect', () => {
  const send = (path: string, content: string, user: { id: number } | null = scene.store_owner) =>
    sendFile<boolean & { errors: { row: number; column: string; error: string }[] }>(
      api,
      user,
      path,
      { name: 'x.csv', content },
      { shop_id: String(scene.shop.id) },
    );

  it.each(['import-products', 'import-variation-options'])(
    '%s is open to the shop’s own people',
    async (path) => {
      const asked = [null, scene.customer, scene.otherOwner, scene.otherStaff];

      const answers = [];
      for (const user of asked) answers.push((await send(path, 'name\nx', user)).status);
      expect(answers).toEqual([401, 403, 404, 404]);
    },
  );

  it('are imported as a whole', async () => {
    const { id } = await group();
    const first = await send(
      'import-products',
      `name,type_id,price,sku,unit,quantity,status,product_type,categories,video\nЛожка,${id},10.5,L-1,шт.,3,publish,simple,[],[]\nПлатье,${id},,P-1,шт.,,draft,variable,[],[]`,
    );
    const dress = await api.db
      .selectFrom('products')
      .selectAll()
      .where('sku', '=', 'P-1')
      .executeTakeFirstOrThrow();
    const second = await send(
      'import-variation-options',
      `title,price,sku,quantity,options,product_id,is_disable\nКрасный,100,P-1-R,2,"[{""name"":""Цвет"",""value"":""Красный""}]",${dress.id},0`,
    );

    expect([first, second]).toEqual([
      { status: 200, body: true },
      { status: 200, body: true },
    ]);
    const names = await api.db
      .selectFrom('products')
      .select(['name', 'price', 'quantity'])
      .orderBy('id')
      .execute();
    expect(names).toEqual([
      { name: 'Ложка', price: 10.5, quantity: 3 },
      { name: 'Платье', price: null, quantity: 2 },
    ]);
  });

  it('are refused as a whole, with the errors of each row', async () => {
    const { id } = await group();

    const wrong = await send(
      'import-products',
      `name,type_id,price,sku,unit\nЛожка,${id},10,L-1,шт.\nНож,999,x,L-2,шт.`,
    );
    const missing = await send('import-products', 'name,price\nЛожка,10');

    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      [
        { row: 3, column: 'type_id', error: 'error-import-unknown', value: '999' },
        { row: 3, column: 'price', error: 'error-number-format', value: 'x' },
      ],
    ]);
    expect([missing.status, missing.body.errors]).toEqual([422, { csv: ['error-import-header'] }]);
    expect(await api.db.selectFrom('products').select('id').execute()).toEqual([]);
  });
});
