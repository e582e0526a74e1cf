import { type BookType, utils, write } from '@e965/xlsx';
import iconv from 'iconv-lite';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildGroup, buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { type ImportPlace, importFile, productsOf } from './import-case';

/** The same situations in other families, formats and languages, and by another way in. */
const { api, scene } = setUpScene();
let place: ImportPlace;
let typeId: number;
beforeEach(async () => {
  ({ id: typeId } = await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' }));
  place = { api, user: scene.store_owner, shop: scene.shop };
});

describe('a search of names', () => {
  const name = 'Ёлочная мастерская «Сад-2», кофе Nescafé 3в1';
  const asked: [typed: string, isFound: boolean][] = [
    ['елочная', true],
    ['ЁЛОЧНОЙ мастерской', true],
    ['мастерская елочная', true],
    ['сад2', true],
    ['сад 2', true],
    ['nescafe', true],
    ['NESCAFÉ', true],
    ['3 в 1', true],
    ['3в1 кофе', true],
    ['vfcnthcrfz', true],
    ['кoфe', true],
    ['мастирская', true],
    ['мастерскаяя', true],
    ['кфое', true],
    ['сад-7', false],
    ['мастерская чая', false],
    ['4в9', false],
    ['%', false],
    ['_', false],
  ];

  it.each([
    'tags',
    'authors',
    'manufacturers',
    'types',
    'categories',
    'shops',
    'users',
    'attributes',
    'staffs',
  ])('in %s is that of products', async (family) => {
    const table = { types: 'groups', staffs: 'memberships' }[family] ?? family;
    const own = {
      shops: { slug: 'sad', owner_id: scene.store_owner.id },
      users: { email: 'sad@s.test', password_hash: 'x', permissions: ['customer'] },
      manufacturers: { slug: 'sad', type_id: typeId },
      attributes: { slug: 'sad', shop_id: scene.shop.id },
      staffs: { shop_id: scene.shop.id, email: 'sad@s.test', scopes: ['orders'] },
    }[family] ?? { slug: 'sad' };
    await api.db
      .insertInto(table as 'tags')
      .values({ name, ...own } as never)
      .execute();
    const list = family === 'staffs' || family === 'attributes' ? `&shop_id=${scene.shop.id}` : '';
    const found: [string, boolean][] = [];
    for (const [typed] of asked) {
      const { status, body } = await api.request<{ data: Wire[] }>(
        scene.super_admin,
        'GET',
        `${family}?page=1&limit=50&search=${encodeURIComponent(`name:${typed}`)}${list}`,
      );
      expect([typed, status]).toEqual([typed, 200]);
      found.push([typed, body.data.some((row) => row.name === name)]);
    }

    expect(found).toEqual(asked);
  });
});

const headings = {
  ar: [
    ...['رمز المنتج', 'اسم المنتج', 'السعر العادي', 'السعر بعد الخصم', 'المخزون'],
    ...['weight', 'length', 'الضريبة', 'باركود'],
  ],
  ru: [
    'Артикул',
    'Название',
    'Цена',
    'Цена со скидкой',
    'Остаток',
    'Вес, кг',
    'Длина, см',
    'НДС',
    'Штрихкод',
  ],
  en: ['SKU', 'Name', 'Price', 'Discounted price', 'Stock', 'Weight, kg', 'Length, cm', 'VAT', 'Barcode'],
};
const rows = [
  [
    '00123',
    'Чашка «Роза», 0,5 л',
    '1 299,50 ₽',
    '999 руб.',
    '5 шт.',
    '250 г',
    '0,1 м',
    '22 %',
    '4607123456781',
  ],
  ['1-11', 'Ложка <мелкая> & вилка', '90', '', '0', '0,05', '15 мм', 'без НДС', ''],
];
const expected = [
  {
    sku: '00123',
    name: 'Чашка «Роза», 0,5 л',
    price: 1299.5,
    sale_price: 999,
    quantity: 5,
    weight: 0.25,
    length: 10,
    vat_rate: '22',
  },
  {
    sku: '1-11',
    name: 'Ложка <мелкая> & вилка',
    price: 90,
    sale_price: null,
    quantity: 0,
    weight: 0.05,
    length: 1.5,
    vat_rate: 'none',
  },
];

const textWith = (separator: string, end: string, table: string[][]) =>
  table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join(end);
function bookOf(bookType: BookType, table: string[][]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Прайс-лист'], [], ...table]), 'Лист1');
  return Buffer.from(write(book, { type: 'buffer', bookType }));
}
const formats: [string, (table: string[][]) => string | Buffer][] = [
  ['CSV by semicolon', (table) => textWith(';', '\r\n', table)],
  ['CSV by comma', (table) => textWith(',', '\n', table)],
  ['CSV by tab, ends of Mac', (table) => textWith('\t', '\r', table)],
  ['CSV by bar', (table) => textWith('|', '\n', table)],
  ['CSV with a title', (table) => `Прайс-лист\n\n${textWith(';', '\n', table)}`],
  ['CSV in UTF-16', (table) => iconv.encode(`\ufeff${textWith('\t', '\r\n', table)}`, 'utf16le')],
  ['XLSX', (table) => bookOf('xlsx', table)],
  ['XLS', (table) => bookOf('biff8', table)],
  ['ODS', (table) => bookOf('ods', table)],
];

describe.each(Object.entries(headings))('one table with headings of «%s»', (_language, named) => {
  it.each(formats)('is the same in %s', async (_format, made) => {
    const { told } = await importFile(place, made([named, ...rows]));

    expect(told).toEqual([]);
    expect(await productsOf(place)).toMatchObject(expected);
  });
});

describe('a number that is none', () => {
  const wrong: [field: string, value: unknown][] = [
    ['price', 12.345],
    ['price', -1],
    ['price', 0],
    ['price', 'NaN'],
    ['price', '1e3x'],
    ['sale_price', 0],
    ['sale_price', 200],
    ['sale_price', 1.005],
    ['quantity', -1],
    ['quantity', 1.5],
    ['quantity', 'много'],
    ['weight', -0.1],
    ['length', 'длинный'],
    ['vat_rate', '19'],
    ['barcode', '46071'],
    ['low_stock_threshold', -5],
  ];

  it.each(wrong)('%s %s is refused at its field in the API, and in a file', async (field, value) => {
    const product = await buildProduct(api.db, { shop: scene.shop, name: 'Чашка', sku: 'A-1', price: 150 });
    const sent = await api.request<Wire & { errors?: Record<string, unknown> }>(
      scene.store_owner,
      'PUT',
      `products/${product.id}`,
      { [field]: value },
    );
    expect([sent.status, Object.keys(sent.body.errors ?? {})]).toEqual([422, [field]]);
    const [before] = await productsOf(place);
    const columns = ['sku', field];
    const { told } = await importFile(place, `${columns.join(';')}\nA-1;${String(value)}\n`);

    // A discount of 0 is none in a file; a stock below zero is told, and becomes 0.
    expect(told).toHaveLength(field === 'sale_price' && value === 0 ? 0 : 1);
    const stored = field === 'quantity' && value === -1 ? 0 : before?.[field as 'price'];
    expect(await productsOf(place)).toMatchObject([{ [field]: stored }]);
  });
});
