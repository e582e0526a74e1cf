import iconv from 'iconv-lite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FirstRow, ProductImport, RememberedColumns } from '@/contract/catalogue/products/imports';
import { buildShop, buildUser } from '../../support/factories';
import { sendFile } from '../../support/import-files';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { type ImportPlace, importFile, productsOf, table } from './import-case';

/** What a person sees before anything is written: how the file was read, what is remembered, what rows become. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
});

const upload = async (content: string | Buffer, more: Record<string, string> = {}) => {
  const { body } = await sendFile<ProductImport & Wire>(
    api,
    place.user,
    'product-imports',
    { name: 'товары.csv', content },
    { shop_id: String(place.shop.id), ...more },
  );
  return body;
};

describe('the first rows', () => {
  it('are shown as they will become, and what is understood otherwise is marked', async () => {
    await importFile(place, table(['Артикул', 'Название', 'Цена'], ['A-1', 'Чашка', '100']));
    const file = table(
      ['Артикул', 'Название', 'Цена', 'Вес', 'НДС', 'Маркировка', 'Остаток', 'Описание'],
      ['A-1', 'Чашка', '1 299,00', '250 г', 'без НДС', 'да', '5 шт.', '<p>Ровная</p>'],
      ['A-2', 'Ложка', '100', '0,3', '22%', 'нет', '-2', ''],
      ['A-3', 'Вилка', '1,300', '', '', '', 'много', ''],
    );
    const { id } = await importFile(place, file, {}, 'check');
    const { body } = await api.request<{ data: FirstRow[] }>(
      place.user,
      'GET',
      `product-imports/${id}/first-rows`,
    );

    const cells = body.data.map(({ line, outcome, cells: all }) => [
      line,
      outcome,
      all.map(({ field, value, is_different, error }) => [
        field,
        value,
        is_different ? (error ?? true) : false,
      ]),
    ]);
    expect(cells).toEqual([
      [
        2,
        'update',
        [
          ['sku', 'A-1', false],
          ['name', 'Чашка', false],
          ['price', '1299', false],
          ['weight', '0.25', true],
          ['vat_rate', 'без НДС', false],
          ['requires_marking', 'да', false],
          ['quantity', '5', true],
          ['description', 'Ровная', false],
        ],
      ],
      [
        3,
        'create',
        [
          ['sku', 'A-2', false],
          ['name', 'Ложка', false],
          ['price', '100', false],
          ['weight', '0.3', false],
          ['vat_rate', '22 %', false],
          ['requires_marking', 'нет', false],
          ['quantity', '0', 'error-import-stock-negative'],
        ],
      ],
      [
        4,
        'bad',
        [
          ['sku', 'A-3', false],
          ['name', 'Вилка', false],
          ['price', '', 'error-price-decimals'],
          ['quantity', '', 'error-import-stock-word'],
        ],
      ],
    ]);
    expect(await productsOf(place)).toHaveLength(1);
  });

  it('do not mark a price beside an empty one before the discount, roubles, and what an export remembers', async () => {
    const file = table(
      [
        'Артикул',
        'Название',
        'Цена, руб.',
        'Цена до скидки, руб.',
        'Валюта',
        'Остаток',
        'Остаток при выгрузке',
        'Выгружено',
      ],
      ['A-1', 'Чашка', '2190', '', 'RUB', '5', '5', '2026-11-01T10:00:00.000Z'],
      ['A-2', 'Ложка', '90', '120', 'руб', '5', '5', '2026-11-01T10:00:00.000Z'],
    );
    const { id } = await importFile(place, file, {}, 'check');
    const { body } = await api.request<{ data: FirstRow[] }>(
      place.user,
      'GET',
      `product-imports/${id}/first-rows`,
    );

    const cells = body.data.map(({ cells: all }) =>
      all.map(({ value, is_different }) => (is_different ? `! ${value}` : value)),
    );
    const remembered = ['5', '5', '2026-11-01T10:00:00.000Z'];
    expect(cells).toEqual([
      ['A-1', 'Чашка', '2190', 'RUB', ...remembered],
      ['A-2', 'Ложка', '90', '120', 'руб', ...remembered],
    ]);
  });

  it('have the three sides of one cell in centimetres', async () => {
    const file = table(
      ['Артикул', 'Название', 'Цена', 'Габариты (ДхШхВ), мм'],
      ['A-1', 'Ящик', '100', '200x300x400'],
      ['A-2', 'Короб', '100', '20×30×40 см'],
      ['A-3', 'Пенал', '100', 'большой'],
    );
    const { id } = await importFile(place, file, {}, 'check');
    const { body } = await api.request<{ data: FirstRow[] }>(
      place.user,
      'GET',
      `product-imports/${id}/first-rows`,
    );

    const sides = body.data.map(({ outcome, cells }) => {
      const cell = cells.find(({ field }) => field === 'dimensions');
      return [outcome, cell?.value, cell?.is_different];
    });
    expect(sides).toEqual([
      ['create', '20 × 30 × 40', true],
      ['create', '20 × 30 × 40', true],
      ['bad', 'большой × — × —', true],
    ]);
  });

  it('name the records that the cells mean, and are those of the file’s first ten', async () => {
    const rows = Array.from({ length: 12 }, (_any, at) => [`A-${at}`, 'Чашка', '1', 'posuda']);
    const { id } = await importFile(
      place,
      table(['Артикул', 'Название', 'Цена', 'Тип товаров'], ...rows),
      { values: { unit: 'шт.' } },
      'check',
    );
    const path = `product-imports/${id}/first-rows`;
    const { body } = await api.request<{ data: FirstRow[] }>(place.user, 'GET', path);

    expect(body.data).toHaveLength(10);
    expect(body.data[0]?.cells.at(-1)).toMatchObject({ field: 'type', value: 'Посуда', is_different: true });
    const stranger = await buildUser(api.db);
    expect((await api.request(stranger, 'GET', path)).status).not.toBe(200);
  });
});

describe('columns that a person chose', () => {
  it('are shown, outlive the imports, and are forgotten when the person says so', async () => {
    const file = table(['Код товара', 'Имя', 'Сколько'], ['A-1', 'Чашка', '5']);
    const first = await upload(file);
    const mapping = { 0: 'sku', 1: 'name', 2: 'price' };
    await api.request(place.user, 'PATCH', `product-imports/${first.id}`, { mapping });
    await api.db.deleteFrom('product_imports').where('id', '=', first.id).execute();

    expect((await upload(file)).mapping).toEqual(mapping);
    const path = `product-imports/columns?shop_id=${place.shop.id}`;
    const { body } = await api.request<{ data: RememberedColumns[] }>(place.user, 'GET', path);
    expect(body.data).toMatchObject([
      { file_name: 'товары.csv', headings: ['Код товара', 'Имя', 'Сколько'], mapping },
    ]);
    const one = `product-imports/columns/${body.data[0]?.id}`;
    const other = await buildShop(api.db, {});
    const stranger = await buildUser(api.db);
    expect(other.id).not.toBe(place.shop.id);
    expect((await api.request(stranger, 'DELETE', one)).status).not.toBe(200);
    expect((await api.request(place.user, 'DELETE', one)).status).toBe(200);
    expect((await api.request(place.user, 'DELETE', one)).status).toBe(404);

    expect((await upload(file)).mapping).not.toEqual(mapping);
  });
});

describe('how a file was read', () => {
  it.each([
    ['windows-1251', ';'],
    ['ibm866', ';'],
    ['utf-8', '\t'],
  ] as const)('is told (%s), and a choice of the person wins', async (encoding, separator) => {
    const text = 'Артикул;Название;Цена\nA-1;Чашка синяя;100\n'.replaceAll(';', separator);
    const content = iconv.encode(text, encoding);
    const { reading } = await upload(content);
    expect(reading).toMatchObject({ format: 'csv', encoding, separator });

    const chosen = await upload(content, { encoding: 'koi8-r' });
    expect(chosen.reading).toMatchObject({ encoding: 'koi8-r', encodingBy: 'chosen' });
    expect((await upload(content, { encoding: 'ebcdic' })).errors).toMatchObject({
      encoding: [expect.anything()],
    });
  });
});
