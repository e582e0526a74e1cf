import { utils, write } from '@e965/xlsx';
import { beforeEach, expect, it } from 'vitest';
import { sendFile } from '../../support/import-files';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { byText } from '../by-text';
import { type ImportPlace, importFile, productsOf, variationsOf } from './import-case';

/** Workbooks of OpenCart's Export/Import Tool in the shape of docs/formats.md; the data are invented. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
});

const product = (
  id: number,
  name: string,
  sku: string,
  model: string,
  price: string,
  more: unknown[] = [],
) => [
  ...[
    id,
    `${name} en`,
    name,
    '20,27',
    sku,
    '',
    '',
    5,
    model,
    '',
    price,
    ...(more.length > 0 ? more : ['0.00', 'kg']),
  ],
  ...['0.00', '0.00', '0.00', 'cm', 'true', '&lt;p&gt;Ровная&lt;/p&gt;', '5', 'true', '1'],
];
const sheets: Record<string, unknown[][]> = {
  Products: [
    [
      ...['product_id', 'name(en-gb)', 'name(ru-ru)', 'categories', 'sku', 'upc', 'ean', 'quantity', 'model'],
      ...['manufacturer', 'price', 'weight', 'weight_unit', 'length', 'width', 'height', 'length_unit'],
      ...['status', 'description(ru-ru)', 'stock_status_id', 'subtract', 'minimum'],
    ],
    product(42, 'Кружка', 'MB', 'Mug 1', '500.0000', ['250.00', 'g']),
    product(43, 'Ложка', '', 'SP', '90.0000'),
    product(44, 'Ваза', 'VZ', 'Vase', '700.0000'),
  ],
  AdditionalImages: [['product_id', 'image', 'sort_order']],
  Specials: [
    ['product_id', 'customer_group', 'priority', 'price', 'date_start', 'date_end'],
    [43, 'Wholesale', 0, '60.0000', '0000-00-00', '0000-00-00'],
    [43, 'Default', 2, '85.0000', '0000-00-00', '0000-00-00'],
    [43, 'Default', 1, '80.0000', '0000-00-00', '0000-00-00'],
    [44, 'Default', 1, '650.0000', '2020-01-01', '2020-02-01'],
  ],
  Discounts: [
    ['product_id', 'customer_group', 'quantity', 'priority', 'price', 'date_start', 'date_end'],
    [43, 'Default', 10, 1, '70.0000', '0000-00-00', '0000-00-00'],
  ],
  ProductOptions: [
    ['product_id', 'option', 'default_option_value', 'required'],
    [42, 'Цвет', '', 'true'],
  ],
  ProductOptionValues: [
    ['product_id', 'option', 'option_value', 'quantity', 'subtract', 'price', 'price_prefix', 'weight'],
    [42, 'Цвет', 'синий', 4, 'true', '0.0000', '+', '0.00'],
    [42, 'Цвет', 'красный', 2, 'true', '50.0000', '+', '0.00'],
    [44, 'Цвет', 'белая', 1, 'true', '0.0000', '+', '0.00'],
    [44, 'Размер', 'L', 1, 'true', '0.0000', '+', '0.00'],
  ],
  ProductAttributes: [
    ['product_id', 'attribute_group', 'attribute', 'text(en-gb)', 'text(ru-ru)'],
    [42, 'Основное', 'Материал', 'clay', 'глина, 20 %; лён: нет'],
  ],
};
const workbook = (all: Record<string, unknown[][]>) => {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(all))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  return write(book, { bookType: 'xlsx', type: 'buffer' }) as Buffer;
};

it('are read with their sheets: options are variations, attributes characteristics, specials discounts', async () => {
  const { told, rejected, reading } = await importFile(place, workbook(sheets));

  expect([rejected, told]).toEqual([0, [[4, { row: 'error-import-row-options' }]]]);
  expect(await productsOf(place)).toMatchObject([
    { sku: 'MB', name: 'Кружка', product_type: 'variable', weight: 0.25, description: '<p>Ровная</p>' },
    {
      sku: 'SP',
      name: 'Ложка',
      product_type: 'simple',
      price: 90,
      sale_price: 80,
      quantity: 5,
      weight: null,
    },
    { sku: 'VZ', name: 'Ваза', product_type: 'simple', price: 700, sale_price: null },
  ]);
  const variations = (await variationsOf(place)).map((one) => [one.sku, one.title, one.price, one.quantity]);
  expect(variations.toSorted(byText)).toEqual([
    ['MB-красный', 'красный', 550, 2],
    ['MB-синий', 'синий', 500, 4],
  ]);
  const said = await api.db
    .selectFrom('product_characteristics as c')
    .innerJoin('attributes as a', 'a.id', 'c.attribute_id')
    .select(['a.name', 'c.value'])
    .execute();
  expect(said).toEqual([{ name: 'Материал', value: 'глина, 20 %; лён: нет' }]);
  expect(reading).toMatchObject({
    sheet: 'Products',
    joined: ['AdditionalImages', 'ProductAttributes', 'ProductOptionValues', 'Specials'],
  });

  const again = await importFile(place, workbook(sheets));
  expect([again.created, again.updated, again.rejected]).toEqual([0, 0, 0]);
});

it('name categories by their sheet, and leave out a sheet that has numbers in place of names', async () => {
  await api.db.insertInto('categories').values({ name: 'Кухня', slug: 'kuhnya' }).execute();
  const { id } = await api.db.selectFrom('categories').select('id').executeTakeFirstOrThrow();
  await api.db.insertInto('categories').values({ name: 'Чашки', slug: 'chashki', parent_id: id }).execute();
  const { reading, told } = await importFile(
    place,
    workbook({
      Products: sheets.Products?.slice(0, 2) ?? [],
      Categories: [
        ['category_id', 'parent_id', 'name(ru-ru)'],
        [20, 0, 'Кухня'],
        [27, 20, 'Чашки'],
      ],
      ProductAttributes: [
        ['product_id', 'attribute_group_id', 'attribute_id', 'text(ru-ru)'],
        [42, 1, 2, 'глина'],
      ],
    }),
  );

  expect([told, reading.joined]).toEqual([[], ['Categories']]);
  const found = await api.db
    .selectFrom('category_product as l')
    .innerJoin('categories as c', 'c.id', 'l.category_id')
    .select('c.name')
    .execute();
  expect(found.map(({ name }) => name).toSorted(byText)).toEqual(['Кухня', 'Чашки']);
});

it('say that a discount with an end has none here', async () => {
  const { told } = await importFile(
    place,
    workbook({
      Products: [sheets.Products?.[0] ?? [], product(43, 'Ложка', 'SP', 'SP', '90.0000')],
      Specials: [
        ['product_id', 'customer_group', 'priority', 'price', 'date_start', 'date_end'],
        [43, 'Default', 1, '80.0000', '0000-00-00', '2099-01-01'],
      ],
    }),
  );

  expect(told).toEqual([[2, { row: 'error-import-row-special' }]]);
  expect(await productsOf(place)).toMatchObject([{ sale_price: 80 }]);
});

it('begin and end discounts on days of the marketplace, with the last one included', async () => {
  // One o'clock at night of the 11th in Moscow.
  api.setNow(new Date('2026-03-10T22:00:00Z'));
  await importFile(
    place,
    workbook({
      Products: [
        sheets.Products?.[0] ?? [],
        ...[51, 52, 53].map((id) => product(id, 'Ложка', `SP-${id}`, `SP-${id}`, '90.0000')),
      ],
      Specials: [
        ['product_id', 'customer_group', 'priority', 'price', 'date_start', 'date_end'],
        [51, 'Default', 1, '80.0000', '0000-00-00', '2026-03-10'],
        [52, 'Default', 1, '80.0000', '2026-03-11', '0000-00-00'],
        [53, 'Default', 1, '80.0000', '2026-03-01', '2026-03-11'],
      ],
    }),
  );

  const found = await productsOf(place);
  expect(found.map(({ sku, sale_price }) => [sku, sale_price])).toEqual([
    ['SP-51', null],
    ['SP-52', 80],
    ['SP-53', 80],
  ]);
});

it('have the options of a product once, however many rows have its number', async () => {
  const rows = Array.from({ length: 300 }, (_any, at) => product(42, 'Чашка', `C${at}`, `C${at}`, '90.0000'));
  const options = Array.from({ length: 300 }, (_any, at) => [42, 'Размер', String(at), 1, '0', '+']);
  const { body } = await sendFile<{ total: number } & Wire>(
    api,
    place.user,
    'product-imports',
    {
      name: 'opencart.xlsx',
      content: workbook({
        Products: [sheets.Products?.[0] ?? [], ...rows],
        ProductOptionValues: [
          ['product_id', 'option', 'option_value', 'quantity', 'price', 'price_prefix'],
          ...options,
        ],
      }),
    },
    { shop_id: String(place.shop.id) },
  );

  expect(body.total).toBe(600);
});
