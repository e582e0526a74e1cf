import { beforeEach, describe, expect, it } from 'vitest';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { type ImportPlace, importFile, productsOf, table } from './import-case';

/** Values as people and programs write them: one function reads each kind, or the cell is refused and named. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
});

type Case = [cell: string, value: unknown, told?: string];

/** One product for each cell, in a file with the column. */
async function read(
  field: keyof Awaited<ReturnType<typeof productsOf>>[number],
  heading: string,
  cells: Case[],
) {
  const isPrice = field === 'price';
  const { told } = await importFile(
    place,
    table(
      ['Артикул', 'Название', ...(isPrice ? [] : ['Цена']), heading],
      ...cells.map(([cell], at) => [`A-${at}`, 'Чашка', ...(isPrice ? [] : ['100']), cell]),
    ),
  );
  const stored = new Map((await productsOf(place)).map((row) => [row.sku, row[field]]));
  const errors = new Map(told.map(([line, all]) => [line, Object.values(all).join()]));
  return cells.map(([cell], at): Case => {
    const error = errors.get(at + 2);
    const value = stored.get(`A-${at}`) ?? null;
    return error === undefined ? [cell, value] : [cell, value, error];
  });
}

const kinds: Record<string, Parameters<typeof read>> = {
  'weights with their unit': [
    'weight',
    'Вес',
    [
      ['250 г', 0.25],
      ['250г', 0.25],
      ['250 гр.', 0.25],
      ['0,25 кг', 0.25],
      ['1,5 kg', 1.5],
      ['1 200 г', 1.2],
      ['500 мг', 0.001],
      ['.5', 0.5],
      ['лёгкий', null, 'error-number-format'],
      // Other systems write 0 where nobody weighed.
      ['0', null],
      ['0,000 кг', null],
      ['2 lb', 0.907],
      ['1,250', 1.25],
      ['1,250 г', null, 'error-import-thousands'],
    ],
  ],
  'weights in pounds': [
    'weight',
    'Weight (lbs)',
    [
      ['2', 0.907],
      ['3 oz', 0.085],
      ['1 kg', 1],
    ],
  ],
  'weights in a heading of words': ['weight', 'Вес в граммах', [['250', 0.25]]],
  'lengths in feet': ['length', 'Length (ft)', [['2', 60.96]]],
  'weights in a column of grams, where the unit of a cell wins': [
    'weight',
    'Вес, г',
    [
      ['250', 0.25],
      ['250 г', 0.25],
      ['0,25 кг', 0.25],
    ],
  ],
  'lengths with their unit': [
    'length',
    'Длина',
    [
      ['0,1 м', 10],
      ['100 мм', 10],
      ['10cm', 10],
      ['10', 10],
      ['2"', 5.08],
    ],
  ],
  'lengths in a column of millimetres': [
    'length',
    'Длина (мм)',
    [
      ['100', 10],
      ['10 см', 10],
      ['0,1 м', 10],
    ],
  ],
  'rates of VAT': [
    'vat_rate',
    'НДС',
    [
      ['22%', '22'],
      ['0,22', '22'],
      ['0,1', '10'],
      ['22,00 %', '22'],
      ['НДС 10 %', '10'],
      ['VAT22', '22'],
      ['в т.ч. НДС 22%', '22'],
      ['БезНДС', 'none'],
      ['Не облагается (УСН)', 'none'],
      ['освобождено', 'none'],
      ['0%', '0'],
      ['с НДС', '22', 'error-import-vat-any'],
      ['НДС 18%', null, 'error-wrong-value'],
    ],
  ],
  barcodes: [
    'barcode',
    'Штрихкод',
    [
      ['4607123456781 4607123456781', '4607123456781', 'error-import-barcodes'],
      ['4607123456781/2000000000015', '4607123456781', 'error-import-barcodes'],
      ['4607123456781\n2000000000015', '4607123456781', 'error-import-barcodes'],
      ['4607123456780;4607123456781', '4607123456781', 'error-import-barcodes'],
      ['4607123456781.0', '4607123456781'],
      ['EAN13: 4607123456781', '4607123456781'],
      ['4607 1234 56781', '4607123456781'],
      ["'4607123456781", '4607123456781'],
      ['4,60712E+12', null, 'error-import-cell-exponent'],
      ['4607123456780', null, 'error-barcode'],
    ],
  ],
  prices: [
    'price',
    'Цена',
    [
      ['1 299,00', 1299],
      ['1\u2009299,50', 1299.5],
      ['1.299,00', 1299],
      ['1,299.00', 1299],
      ["1'299.00", 1299],
      ['1.299.000', 1299000],
      ['1299,000', 1299],
      ['0,500', 0.5],
      ['1299.', 1299],
      ['1299 руб./шт', 1299],
      ['1299,-', 1299],
      ['\u200e1299', 1299],
      ['1&nbsp;299 &#8381;', 1299],
      ['1299-', null, 'error-number-format'],
      ['₽1299', 1299],
      ['RUB 1299', 1299],
      ['١٢٩٩', 1299],
      ['1,300', null, 'error-price-decimals'],
      ['1.300', null, 'error-price-decimals'],
      ['129,000', null, 'error-price-decimals'],
      ['1299,999', null, 'error-price-decimals'],
      ['1299 руб/кг', null, 'error-number-format'],
      ['от 1299', null, 'error-number-format'],
      ['12 99', null, 'error-wrong-value'],
      ['−5', null, 'error-must-not-be-negative'],
      ['1e3', null, 'error-wrong-value'],
      ['#ДЕЛ/0!', null, 'error-import-cell-error'],
      ['#N/A', null, 'error-import-cell-error'],
      ['######', null, 'error-import-cell-error'],
    ],
  ],
  stocks: [
    'quantity',
    'Остаток',
    [
      ['10 упак.', 10],
      ['10 пар', 10],
      ['10,000 шт', 10],
      ['1 000,000', 1000],
      ['−3', 0, 'error-import-stock-negative'],
      ['- 3 шт', 0, 'error-import-stock-negative'],
      ['-0', 0],
      ['1,5', null, 'error-whole-number'],
      ['5-10', null, 'error-import-stock-word'],
      ['< 5', null, 'error-import-stock-word'],
      ['100+ шт', null, 'error-import-stock-word'],
      ['in stock', null, 'error-import-stock-word'],
      ['#ЗНАЧ!', null, 'error-import-cell-error'],
    ],
  ],
  'yes and no': [
    'requires_marking',
    'Маркировка',
    [
      ['✓', true],
      ['Y', true],
      ['ИСТИНА', true],
      ['Не требуется', false],
      ['кажется', null, 'error-wrong-value'],
    ],
  ],
  'links as addresses': [
    'slug',
    'Ссылка',
    [
      ['https://shop.example/p/chashka-1/?x=1', 'chashka-1'],
      ['shop.example/p/chashka-2.html', 'chashka-2'],
      ['/p/chashka-3', 'chashka-3'],
    ],
  ],
  'states of other systems': [
    'status',
    'Статус',
    [
      ['active', 'publish'],
      ['1', 'publish'],
      ['В продаже', 'publish'],
      ['archived', 'unpublish'],
      ['0', 'unpublish'],
      ['-1', 'draft'],
      ['скоро', null, 'error-wrong-value'],
    ],
  ],
  descriptions: [
    'description',
    'Описание',
    [
      ['#1 в мире', '#1 в мире'],
      ['#Н/Д', null, 'error-import-cell-error'],
      ['#ССЫЛКА!', null, 'error-import-cell-error'],
      ['Err:502', null, 'error-import-cell-error'],
    ],
  ],
};

it.each(Object.entries(kinds))('reads %s', async (_kind, [field, heading, cells]) => {
  expect(await read(field, heading, cells)).toEqual(cells);
});

describe('articles', () => {
  it('that a spreadsheet took for a large number are refused, in a text file, too', async () => {
    const rows = ['1,23E+05', '4.6E+12', '1E5', 'E-12'].map((sku) => [sku, 'Чашка', '1']);
    const { told } = await importFile(place, table(['Артикул', 'Название', 'Цена'], ...rows));

    expect(told).toEqual([
      [2, { '0': 'error-import-cell-exponent' }],
      [3, { '0': 'error-import-cell-exponent' }],
    ]);
  });

  it.each(['01.11.2025', '01.ноя', 'ноя.25', '11-Jan', 'Jan-25', '01/11/2025'])(
    'that look like the day «%s» say so',
    async (sku) => {
      const { told, created } = await importFile(
        place,
        table(['Артикул', 'Название', 'Цена'], [sku, 'Чашка', '1'], ['A-01.11', 'Ложка', '1']),
      );

      expect([created, told]).toEqual([2, [[2, { '0': 'error-import-cell-date' }]]]);
    },
  );
});

describe('rows of totals', () => {
  it.each([
    ['', 'ИТОГО'],
    ['', 'Итого по группе «Посуда»'],
    ['', 'Всего наименований: 2'],
    ['', 'Всего:'],
    ['', 'Total'],
    ['', 'Subtotal: 120'],
    ['', 'Подытог'],
    ['Итого:', ''],
    ['Всего', ''],
  ])('«%s» «%s» become no product', async (sku, name) => {
    const file = table(['Артикул', 'Название', 'Цена'], ['A-1', 'Чашка', '10'], [sku, name, '10']);

    expect((await importFile(place, file)).told).toEqual([[3, { row: 'error-import-row-total' }]]);
  });

  it.each(['Total War: игра', 'Итоговая контрольная', 'Всего один день (книга)', 'Тотал чёрный'])(
    '«%s» is a product',
    async (name) => {
      const file = table(['Артикул', 'Название', 'Цена'], ['', name, '10']);

      expect((await importFile(place, file)).created).toBe(1);
    },
  );
});

it('tells the names of groups in a price list, and takes no product for one', async () => {
  const file = table(
    ['Артикул', 'Номенклатура', 'Цена', 'Остаток'],
    ['', 'Посуда', '', ''],
    ['A-1', 'Чашка', '10', '1'],
    ['Кухня / Ножи', '', '', ''],
    ['', 'Нож без артикула', '20', ''],
    ['A-2', '', '', ''],
  );
  const { told, created } = await importFile(place, file);

  expect(created).toBe(2);
  expect(told.map(([line, errors]) => [line, errors.row])).toEqual([
    [2, 'error-import-row-group'],
    [4, undefined],
    [6, undefined],
  ]);
  const bare = await importFile(place, table(['Название', 'Описание'], ['Ложка', '']), {
    values: { unit: 'шт.', price: '5' },
  });
  expect(bare.created).toBe(1);
});

it('finds the headings below a dozen lines about the seller', async () => {
  const about = Array.from({ length: 14 }, (_any, at) => `Строка о продавце ${at};;`).join('\n');
  const { created } = await importFile(place, `${about}\n\nАртикул;Название;Цена\nA-1;Чашка;10\n`);

  expect(created).toBe(1);
});

describe('three sides in one cell', () => {
  it.each([
    ['Габариты (ДхШхВ)', '20x30x40 см', [20, 30, 40]],
    ['Габариты (ДхШхВ), мм', '200*300*400', [20, 30, 40]],
    ['Габариты, ДхШхВ', '200 × 300 × 400 мм', [20, 30, 40]],
    ['Размеры (Ш×В×Г), см', '30×40×20', [20, 30, 40]],
    ['Dimensions L x W x H (cm)', '20.5 х 30,5 х 40', [20.5, 30.5, 40]],
    ['Размер упаковки: длина х ширина х высота', '0,2 м х 0,3 м х 0,4 м', [20, 30, 40]],
    ['Габариты (ВШГ), мм', '400х300х200', [20, 30, 40]],
    ['Габариты: Д×Ш×В, см', '1 200×300×400 мм', [120, 30, 40]],
  ])('«%s» of %s are read', async (heading, cell, [length, width, height]) => {
    const { told } = await importFile(
      place,
      table(['Артикул', 'Название', 'Цена', heading], ['A-1', 'Ящик', '1', cell]),
    );

    expect(told).toEqual([]);
    expect(await productsOf(place)).toMatchObject([{ length, width, height }]);
  });

  it('are left to a person where the heading says no order, who says what they are', async () => {
    const file = table(['Артикул', 'Название', 'Цена', 'Габариты'], ['A-1', 'Ящик', '1', '20x30x40']);
    await importFile(place, file);
    expect(await productsOf(place)).toMatchObject([{ length: null, width: null, height: null }]);

    const mapping = { 0: 'sku', 1: 'name', 2: 'price', 3: 'dimensions' } as const;
    const { told } = await importFile(place, file, {}, 'run', mapping);

    expect(told).toEqual([]);
    expect(await productsOf(place)).toMatchObject([{ length: 20, width: 30, height: 40 }]);
  });

  it.each(['большой', '20x30', '20x30x40 попугаев', '-'])('«%s» is told, or empties them', async (cell) => {
    const rows = table(
      ['Артикул', 'Название', 'Цена', 'Габариты (ДхШхВ), см'],
      ['A-1', 'Ящик', '1', '1x2x3'],
      ['A-2', 'Короб', '1', cell],
    );
    const { told } = await importFile(place, rows);

    const isTold = told.map(([line, errors]) => [line, Object.keys(errors)]);
    expect(isTold).toEqual(cell === '-' ? [] : [[3, ['3']]]);
  });

  it('cost only themselves where the person chose so, and go before a value for all rows', async () => {
    const file = table(
      ['Артикул', 'Название', 'Цена', 'Габариты (ДхШхВ), см'],
      ['A-1', 'Ящик', '1', '20x30x40'],
      ['A-2', 'Короб', '1', 'большой'],
    );
    const { told, created } = await importFile(place, file, { refused: 'cell', values: { width: '5' } });

    expect([created, told.map(([line, errors]) => [line, Object.keys(errors)])]).toEqual([2, [[3, ['3']]]]);
    expect(await productsOf(place)).toMatchObject([
      { length: 20, width: 30, height: 40 },
      { name: 'Короб', length: null, height: null },
    ]);
  });

  it('do not stand against columns of their own', async () => {
    const file = table(
      ['Артикул', 'Название', 'Цена', 'Габариты (ДхШхВ)', 'Длина, см', 'Ширина, см', 'Высота, см'],
      ['A-1', 'Ящик', '1', '9x9x9 мм', '20', '30', '40'],
    );
    await importFile(place, file);

    expect(await productsOf(place)).toMatchObject([{ length: 20, width: 30, height: 40 }]);
  });
});
