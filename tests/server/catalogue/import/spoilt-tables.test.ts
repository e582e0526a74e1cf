import { type CellObject, utils, write } from '@e965/xlsx';
import iconv from 'iconv-lite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportError, ProductImport } from '@/contract/catalogue/products/imports';
import { dice } from '../../../support/dice';
import { sendFile, settled } from '../../../support/import-files';
import { buildGroup } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/**
 * Any table that we write, spoilt by one fault at a time, is read to the same products, or the row of the fault is refused:
 * nothing else changes, and nothing in silence.
 */
const { api, scene } = setUpScene();
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
});

interface Goods {
  sku: string;
  name: string;
  price: number;
  quantity: number;
  barcode: string | null;
  weight: number | null;
  description: string | null;
}

const names = [
  'Чашка «Роза»',
  'Ложка чайная 1/2',
  'Тарелка (фарфор), 10 шт.',
  'Кружка синяя',
  'Набор №1',
  'Ёлка и ёж',
];
const barcodes = ['4607123456781', '2000000000015', null];

function someGoods(seed: number): Goods[] {
  const roll = dice(seed);
  return Array.from({ length: 8 }, (_any, at) => ({
    sku: `${['АБ', 'X-', '00', 'к.'][roll(4)]}${100 + at}`,
    name: `${names[roll(names.length)]} ${at}`,
    price: (roll(1_000_000) + 100) / 100,
    quantity: roll(2000),
    barcode: at < barcodes.length ? (barcodes[at] ?? null) : null,
    weight: roll(2) === 0 ? null : (roll(9000) + 1) / 1000,
    description: roll(2) === 0 ? null : `Описание ${at}, в две\nстроки`,
  }));
}

type Table = string[][];
const headings = ['Артикул', 'Название', 'Цена', 'Остаток', 'Штрихкод', 'Вес, кг', 'Описание'];
const [SKU, NAME, PRICE, STOCK, BARCODE, WEIGHT] = [0, 1, 2, 3, 4, 5];

const tableOf = (goods: readonly Goods[]): Table => [
  [...headings],
  ...goods.map(({ sku, name, price, quantity, barcode, weight, description }) => [
    sku,
    name,
    String(price),
    String(quantity),
    barcode ?? '',
    weight === null ? '' : String(weight).replace('.', ','),
    description ?? '',
  ]),
];

const formats = ['csv', 'xlsx', 'ods'] as const;
type Format = (typeof formats)[number];

const asCsv = (rows: Table, separator = ';', end = '\n') =>
  rows
    .map((row) =>
      row.map((cell) => (/[";,\t|\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator),
    )
    .join(end) + end;

function asBook(
  rows: Table,
  format: 'xlsx' | 'ods',
  spoil: (sheet: ReturnType<typeof utils.aoa_to_sheet>) => void,
) {
  const sheet = utils.aoa_to_sheet(rows);
  spoil(sheet);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Товары');
  return Buffer.from(write(book, { type: 'buffer', bookType: format }) as Uint8Array);
}

interface Fault {
  /** The encoding has no «» and №. */
  isOld?: true;
  /** Changes cells; the faulty row is the third of the table unless it says otherwise. */
  cells?: (rows: Table) => Table | undefined;
  /** Changes the text of a CSV, or its bytes. */
  text?: (csv: string, rows: Table) => string | Buffer;
  /** Changes the sheet of a workbook. */
  sheet?: (sheet: ReturnType<typeof utils.aoa_to_sheet>) => void;
  /** What becomes of the products; by default they are the same and nothing is told. */
  outcome?: 'row refused' | 'told' | 'told or refused';
}

/** The third row of a table, with one cell changed. */
const cell =
  (column: number, change: (text: string) => string) =>
  (rows: Table): undefined => {
    const row = rows[3];
    if (row) row[column] = change(row[column] ?? '');
  };
const each =
  (column: number, change: (text: string) => string) =>
  (rows: Table): Table =>
    rows.map((row, at) =>
      at === 0 ? row : row.map((text, place) => (place === column ? change(text) : text)),
    );
const spaced = (price: string) => {
  const [whole = '', part = ''] = price.split('.');
  return `${whole.replace(/(\d)(?=(?:\d{3})+$)/g, '$1\u00a0')},${part.padEnd(2, '0')} ₽`;
};

const faults: Record<string, Fault> = {
  // Cells.
  'no-break spaces around articles': { cells: each(SKU, (text) => `\u00a0${text}\u202f`) },
  'signs without width in articles': { cells: each(SKU, (text) => `\u200b${text}\u2060`) },
  'decomposed letters': { cells: (rows) => rows.map((row) => row.map((text) => text.normalize('NFD'))) },
  'apostrophes before articles of figures': {
    cells: each(SKU, (text) => (/^\d+$/.test(text) ? `'${text}` : text)),
  },
  'prices with groups, a comma and roubles': { cells: each(PRICE, spaced) },
  'prices as English programs write them': {
    cells: each(PRICE, (text) => Number(text).toLocaleString('en-US', { minimumFractionDigits: 2 })),
  },
  'a price of thousands with a comma': { cells: cell(PRICE, () => '1,300'), outcome: 'row refused' },
  'a price in another currency': { cells: cell(PRICE, (text) => `$${text}`), outcome: 'row refused' },
  'a price in words': { cells: cell(PRICE, () => 'по запросу'), outcome: 'row refused' },
  'an empty price': { cells: cell(PRICE, () => ''), outcome: 'row refused' },
  'a price of 0': { cells: cell(PRICE, () => '0'), outcome: 'row refused' },
  'stocks with their unit': { cells: each(STOCK, (text) => `${text} шт.`) },
  'stocks with thousandths': { cells: each(STOCK, (text) => `${text},000`) },
  'a stock in words': { cells: cell(STOCK, () => 'много'), outcome: 'row refused' },
  'half a piece': { cells: cell(STOCK, () => '1,5'), outcome: 'row refused' },
  'weights with their unit': { cells: each(WEIGHT, (text) => (text === '' ? '' : `${text} кг`)) },
  'barcodes in groups': { cells: each(BARCODE, (text) => text.replace(/(\d{4})(?=\d)/g, '$1 ')) },
  'two barcodes in a cell': {
    cells: cell(BARCODE, (text) => `${text || '46198'};2000000000015`),
    outcome: 'told or refused',
  },
  'a barcode as a large number': { cells: cell(BARCODE, () => '4,60712E+12'), outcome: 'row refused' },
  'an article as a large number': { cells: cell(SKU, () => '4,6E+12'), outcome: 'row refused' },
  'an error of a spreadsheet': { cells: cell(PRICE, () => '#Н/Д'), outcome: 'row refused' },
  'names on two lines': { cells: each(NAME, (text) => text.replace(' ', '\n')) },
  'names with signs of HTML': {
    cells: each(NAME, (text) => text.replaceAll('«', '&laquo;').replaceAll('»', '&raquo;')),
  },
  'markup in a name': { cells: cell(NAME, (text) => `<b>${text}</b>`), outcome: 'row refused' },
  'a discount of 0': {
    cells: (rows) => rows.map((row, at) => [...row, at === 0 ? 'Цена со скидкой' : '0,00']),
  },
  'a column of roubles': { cells: (rows) => rows.map((row, at) => [...row, at === 0 ? 'Валюта' : 'RUB']) },
  // Rows and columns.
  'titles above the table': {
    cells: (rows) => [['Прайс-лист ООО «Ромашка»'], [''], ['Телефон', 'в конце'], ...rows],
  },
  'empty rows between': { cells: (rows) => rows.flatMap((row) => [row, ['', '']]) },
  'an empty column': { cells: (rows) => rows.map((row) => ['', ...row]) },
  'columns in another order': { cells: (rows) => rows.map((row) => row.toReversed()) },
  'columns that mean nothing here': {
    cells: (rows) =>
      rows.map((row, at) =>
        ['№', ...row, 'Коэффициент'].map((text, place) =>
          at === 0 ? text : place === 0 ? String(at) : text,
        ),
      ),
  },
  'headings in capitals with units': {
    cells: ([, ...rows]) => [
      ['АРТИКУЛ*', 'НАЗВАНИЕ ТОВАРА', 'ЦЕНА, РУБ.', 'ОСТАТОК (ШТ)', 'Штрих-код', 'Вес (кг)', 'ОПИСАНИЕ'],
      ...rows,
    ],
  },
  'headings repeated on each page': {
    cells: ([first = [], ...rows]) => [first, ...rows.slice(0, 4), first, ...rows.slice(4)],
    outcome: 'told',
  },
  'a row of totals': {
    cells: (rows) => [...rows, ['', 'Итого:', '12345', '99', '', '', '']],
    outcome: 'told',
  },
  'a row twice': { cells: (rows) => [...rows, rows[3] ?? []], outcome: 'told' },
  'more cells than headings': {
    cells: (rows) => rows.map((row, at) => (at === 3 ? [...row, 'лишнее'] : row)),
    outcome: 'row refused',
  },
  // Text files.
  'a mark of order, twice': { text: (csv) => `\ufeff\ufeff${csv}` },
  'the encoding of Windows': { text: (csv) => iconv.encode(csv, 'windows-1251') },
  'the encoding of DOS': { text: (csv) => iconv.encode(csv, 'ibm866'), isOld: true },
  'KOI8-R': { text: (csv) => iconv.encode(csv, 'koi8-r'), isOld: true },
  'UTF-16 with a mark': { text: (csv) => iconv.encode(csv, 'utf-16be', { addBOM: true }) },
  'UTF-16 without a mark': { text: (csv) => iconv.encode(csv, 'utf-16le') },
  'a byte that is no letter': {
    text: (csv, rows) => {
      const bytes = Buffer.from(csv);
      const at = bytes.indexOf(Buffer.from(rows[3]?.[NAME]?.replaceAll('"', '""') ?? '')) + 1;
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    },
    outcome: 'told',
  },
  'line ends of old Macs': { text: (_csv, rows) => asCsv(rows, ';', '\r') },
  'mixed line ends': { text: (csv) => csv.replace('\n', '\r\n') },
  'tabs between cells': { text: (_csv, rows) => asCsv(rows, '\t') },
  'bars between cells': { text: (_csv, rows) => asCsv(rows, '|') },
  'commas between cells': { text: (_csv, rows) => asCsv(rows, ',') },
  'a line that names the separator': { text: (csv) => `sep=;\n${csv}` },
  'an open quotation mark': {
    text: (csv, rows) => csv.replace(`${rows[3]?.[SKU]};`, `${rows[3]?.[SKU]};"`),
    outcome: 'told or refused',
  },
  'formulas that keep zeros': {
    text: (_csv, rows) =>
      asCsv(
        rows.map((row, at) =>
          at === 0 ? row : row.map((text, place) => (place === SKU ? `="${text}"` : text)),
        ),
      ),
  },
  'a separator behind each row': { text: (csv) => csv.replace(/(?<!две)\n(?!строки)/g, ';\n') },
  // Workbooks.
  'numbers as numbers': {
    sheet: (sheet) => {
      for (const [place, one] of Object.entries(sheet) as [string, CellObject][]) {
        const number = Number(String(one?.v).replace(',', '.'));
        const isNumber = /^[CDF]\d+$/.test(place) && String(one.v) !== '' && Number.isFinite(number);
        if (isNumber) Object.assign(one, { t: 'n', v: number });
      }
    },
  },
  'an error in a cell': {
    sheet: (sheet) => Object.assign(sheet, { C4: { t: 'e', v: 0x2a, w: '#N/A' } }),
    outcome: 'row refused',
  },
};

const cases = Object.entries(faults);

it('knows thirty faults and more', () => {
  expect(cases.length).toBeGreaterThan(40);
});

async function read(format: Format, content: string | Buffer) {
  const sent = await sendFile<ProductImport & Wire>(
    api,
    scene.store_owner,
    'product-imports',
    { name: `товары.${format}`, content },
    { shop_id: String(scene.shop.id) },
  );
  if (sent.status !== 201) return { refusal: sent.body as Record<string, unknown>, told: [] };
  const path = `product-imports/${sent.body.id}`;
  await api.request(scene.store_owner, 'PATCH', path, {
    options: { values: { type: 'posuda', unit: 'шт.' } },
  });
  await api.request(scene.store_owner, 'POST', `${path}/run`);
  await settled(api, scene.store_owner, sent.body.id);
  const { body } = await api.request<{ data: ImportError[] }>(
    scene.store_owner,
    'GET',
    `${path}/errors?limit=100`,
  );
  return { refusal: undefined, told: body.data };
}

const stored = async (): Promise<Goods[]> => {
  const rows = await api.db
    .selectFrom('products')
    .select(['sku', 'name', 'price', 'quantity', 'barcode', 'weight', 'description'])
    .where('shop_id', '=', scene.shop.id)
    .orderBy('sku')
    .execute();
  await api.db.deleteFrom('products').where('shop_id', '=', scene.shop.id).execute();
  return rows.map((row) => ({
    ...row,
    sku: row.sku ?? '',
    price: Number(row.price),
    weight: row.weight === null ? null : Number(row.weight),
    // An editor shows the lines of a plain text as paragraphs or breaks.
    description: row.description?.replace(/<[^<>]*>/g, '\n') ?? null,
  }));
};

const bySku = (goods: readonly Goods[]) =>
  goods.toSorted((one, other) => (one.sku < other.sku ? -1 : one.sku > other.sku ? 1 : 0));

describe.each(formats)('a table as %s', (format) => {
  const mine = cases.filter(([, { text, sheet }]) => (format === 'csv' ? !sheet : !text));

  it.each([['nothing', {} as Fault] as const, ...mine])(
    'with %s',
    async (name, { cells, text, sheet, outcome, isOld }) => {
      const all = someGoods(name.length * 7 + formats.indexOf(format));
      const goods = isOld ? all.map((one) => ({ ...one, name: one.name.replace(/[«»№]/g, '') })) : all;
      const rows = tableOf(goods);
      const spoilt = cells?.(rows) ?? rows;
      const content =
        format === 'csv'
          ? (text?.(asCsv(spoilt), spoilt) ?? asCsv(spoilt))
          : asBook(spoilt, format, sheet ?? (() => {}));
      const { refusal, told } = await read(format, content);

      if (refusal) {
        expect([outcome, refusal.current]).toEqual(['told or refused', { line: expect.any(Number) }]);
        return;
      }
      const found = await stored();
      const spoiltSku = goods[2]?.sku;
      const isRefused = told.some(({ is_rejected }) => is_rejected);
      if (outcome === undefined) expect(told).toEqual([]);
      else expect(told.length).toBeGreaterThan(0);
      if (outcome === 'row refused') expect([isRefused, told.length]).toEqual([true, 1]);
      const others = (list: readonly Goods[]) =>
        bySku(outcome === undefined ? list : list.filter(({ sku }) => sku !== spoiltSku));
      expect(others(found)).toEqual(others(goods));
      if (outcome === 'row refused') expect(found).toHaveLength(goods.length - 1);
    },
  );
});
