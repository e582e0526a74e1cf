import type { ImportField } from '@/contract/catalogue/products/imports';
import { toDecimal, toMinor } from '@/contract/core/money';
import {
  columnOf,
  lineStep,
  type Option,
  optionsText,
  plainHeading,
  type Shape,
  type ShapedRow,
} from './columns';

/** The rows of another sheet of the workbook. */
export type ReadSheet = (name: string) => AsyncIterable<{ cells: readonly string[] }>;

/** What the sheets of the workbook say of one product; texts are looked up by its number. */
interface Sheets {
  pictures: Map<string, string[]>;
  characteristics: Map<string, Option[]>;
  options: Map<string, OptionValue[]>;
  specials: Map<string, Special>;
  slugs: Map<string, string>;
  categories: Map<string, string>;
  joined: string[];
}

interface OptionValue extends Option {
  quantity: string;
  /** Added to the price of the product. */
  price: number;
}

interface Special {
  price: string;
  priority: number;
  isEnding: boolean;
}

/** So many lines of the file's rows have a place below zero. */
const variationLimit = 900;

/** The workbook of OpenCart's Export/Import Tool: products in one sheet, what belongs to them in others, by `product_id`. */
export async function openCart(
  plain: readonly string[],
  sheets: readonly string[],
  read: ReadSheet,
  today: string,
): Promise<Shape | undefined> {
  const id = columnOf(plain, 'product id');
  const model = columnOf(plain, 'model');
  if (
    id === undefined ||
    model === undefined ||
    columnOf(plain, 'weight unit', 'stock status id') === undefined
  )
    return undefined;
  const known = await readSheets(sheets, read, today);
  const columns = {
    id,
    model,
    sku: columnOf(plain, 'sku'),
    price: columnOf(plain, 'price'),
    quantity: columnOf(plain, 'quantity'),
    categories: columnOf(plain, 'categories'),
    barcodes: ['upc', 'ean', 'isbn'].flatMap((name) => columnOf(plain, name) ?? []),
    weight: { unit: columnOf(plain, 'weight unit'), values: [columnOf(plain, 'weight')] },
    length: {
      unit: columnOf(plain, 'length unit'),
      values: ['length', 'width', 'height'].map((name) => columnOf(plain, name)),
    },
    width: plain.length,
  };
  const hasSlugs = known.slugs.size > 0;
  return {
    joined: known.joined,
    added: [
      'parent',
      'options',
      'gallery',
      'sale_price',
      'characteristics',
      ...(hasSlugs ? ['slug' as const] : []),
    ],
    rows: (rows) => shaped(rows, columns, known),
    fields: () => fieldsOf(plain, columns, known),
  };
}

interface Columns {
  id: number;
  model: number;
  sku: number | undefined;
  price: number | undefined;
  quantity: number | undefined;
  categories: number | undefined;
  barcodes: readonly number[];
  weight: Measured;
  length: Measured;
  width: number;
}

interface Measured {
  unit: number | undefined;
  values: readonly (number | undefined)[];
}

function fieldsOf(
  plain: readonly string[],
  columns: Columns,
  known: Sheets,
): Map<number, ImportField | null> {
  const fields = new Map<number, ImportField | null>([[columns.id, null]]);
  // A column for each language: the Russian one, else the first.
  const ofLanguage = ['name', 'description', 'meta title', 'meta description', 'tags'] as const;
  for (const name of ofLanguage) {
    const all = [...plain.keys()].filter((at) => plain[at]?.startsWith(`${name}(`));
    const own = all.find((at) => plain[at]?.startsWith(`${name}(ru`)) ?? all[0];
    for (const column of all)
      fields.set(column, column === own ? (name.replace(' ', '_') as ImportField) : null);
  }
  fields.set(columns.model, columns.sku === undefined ? 'sku' : null);
  for (const [place, column] of columns.barcodes.entries())
    fields.set(column, place === 0 ? 'barcode' : null);
  // Numbers of categories say nothing without their sheet.
  if (columns.categories !== undefined)
    fields.set(columns.categories, known.categories.size > 0 ? 'categories' : null);
  return fields;
}

async function* shaped(
  rows: AsyncIterable<ShapedRow>,
  columns: Columns,
  known: Sheets,
): AsyncGenerator<ShapedRow> {
  for await (const row of rows) {
    const cells = Array.from({ length: columns.width }, (_any, at) => row.cells[at] ?? '');
    const beyond = row.cells.slice(columns.width);
    const id = (cells[columns.id] ?? '').trim();
    const sku = (columns.sku === undefined ? '' : cells[columns.sku]) || (cells[columns.model] ?? '');
    if (columns.sku !== undefined) cells[columns.sku] = sku;
    const [barcode] = columns.barcodes;
    if (barcode !== undefined)
      cells[barcode] = columns.barcodes.map((column) => cells[column]).find((cell) => cell) ?? '';
    for (const { unit, values } of [columns.weight, columns.length])
      for (const column of values) if (column !== undefined) cells[column] = withUnit(cells, column, unit);
    if (columns.categories !== undefined && known.categories.size > 0)
      cells[columns.categories] = (cells[columns.categories] ?? '')
        .split(',')
        .map((one) => known.categories.get(one.trim()) ?? one.trim())
        .join('\n');
    const values = known.options.get(id) ?? [];
    // Taken once: a product that stands in every row would have them in every row.
    known.options.delete(id);
    // Stock stands beside each value: of several options, files do not say it for their combinations.
    const isOne =
      new Set(values.map(({ name }) => name)).size === 1 && values.length <= variationLimit && sku !== '';
    const variations = isOne ? values : [];
    const special = variations.length > 0 ? undefined : known.specials.get(id);
    const kind = values.length > 0 && !isOne ? 'options' : special?.isEnding ? 'special' : undefined;
    const added = (parent: string, options: string, more: readonly string[]) => [
      ...[parent, options, ...more],
      ...beyond,
    ];
    const characteristics = known.characteristics.get(id);
    const own = [
      (known.pictures.get(id) ?? []).join('\n'),
      special?.price ?? '',
      characteristics ? JSON.stringify(characteristics) : '',
      ...(known.slugs.size > 0 ? [known.slugs.get(id) ?? ''] : []),
    ];
    const base = Number(cells[columns.price ?? -1]);
    const product = [...cells];
    if (variations.length > 0)
      for (const column of [columns.price, columns.quantity]) if (column !== undefined) product[column] = '';
    yield {
      ...row,
      cells: [...product, ...added('', '', own)],
      ...(kind && { odd: { ...row.odd, row: kind } }),
    };
    for (const [place, one] of variations.entries()) {
      const blank = Array.from({ length: columns.width }, () => '');
      const put = (column: number | undefined, text: string) => {
        if (column !== undefined) blank[column] = text;
      };
      put(columns.sku ?? columns.model, `${sku}-${one.value}`.slice(0, 64));
      put(columns.price, Number.isNaN(base) ? '' : toDecimal(toMinor(base) + toMinor(one.price)));
      put(columns.quantity, one.quantity);
      yield {
        line: -(row.line + (place + 1) * lineStep),
        cells: [
          ...blank,
          ...added(
            sku,
            optionsText([one]),
            own.map(() => ''),
          ),
        ],
      };
    }
  }
}

/** `12.50` beside `kg`; 0 is what the tool writes where nobody weighed. */
function withUnit(cells: readonly string[], column: number, unit: number | undefined): string {
  const text = (cells[column] ?? '').trim();
  const name = unit === undefined ? '' : (cells[unit] ?? '').trim();
  return text === '' || name === '' ? text : `${text} ${name}`;
}

async function readSheets(sheets: readonly string[], read: ReadSheet, today: string): Promise<Sheets> {
  const known: Sheets = {
    pictures: new Map(),
    characteristics: new Map(),
    options: new Map(),
    specials: new Map(),
    slugs: new Map(),
    categories: new Map(),
    joined: [],
  };
  const parents = new Map<string, { name: string; parent: string }>();
  for (const { name, columns, take } of sheetsOf(known, parents, today)) {
    const sheet = sheets.find((one) => one === name);
    if (!sheet) continue;
    let places: (number | undefined)[] | undefined;
    for await (const { cells } of read(sheet)) {
      if (!places) {
        const plain = cells.map(plainHeading);
        places = columns.map((words) => columnOf(plain, ...words) ?? columnOfLanguage(plain, words));
        // Numbers of options and attributes say nothing without another export.
        if (places.some((place, at) => place === undefined && !columns[at]?.includes(mayLack))) break;
        known.joined.push(sheet);
        continue;
      }
      take(places.map((place) => (cells[place ?? -1] ?? '').trim()));
    }
  }
  for (const [id, { name, parent }] of parents) {
    const path = [name];
    for (let above = parents.get(parent); above && path.length < 10; above = parents.get(above.parent))
      path.unshift(above.name);
    known.categories.set(id, path.join(' > '));
  }
  return known;
}

/** `text(en-gb)` where there is no Russian one. */
const columnOfLanguage = (plain: readonly string[], words: readonly string[]): number | undefined =>
  [...plain.keys()].find((at) => words.some((word) => plain[at]?.startsWith(`${word}(`)));

/** Among the words of a column that a sheet may lack. */
const mayLack = '-';

interface JoinedSheet {
  name: string;
  /** Headings of each column. */
  columns: readonly (readonly string[])[];
  take: (cells: readonly string[]) => void;
}

function sheetsOf(
  known: Sheets,
  parents: Map<string, { name: string; parent: string }>,
  today: string,
): JoinedSheet[] {
  // Pushed in place: a copy for each row of one product would cost the square of the sheet.
  const add = <Value>(map: Map<string, Value[]>, id: string, value: Value) => {
    const all = map.get(id);
    if (all) all.push(value);
    else map.set(id, [value]);
  };
  return [
    {
      name: 'AdditionalImages',
      columns: [['product id'], ['image']],
      take: ([id = '', image = '']) => image !== '' && add(known.pictures, id, image),
    },
    {
      name: 'ProductAttributes',
      columns: [['product id'], ['attribute'], ['text(ru-ru)', 'text(ru)', 'text']],
      take: ([id = '', name = '', value = '']) =>
        name !== '' && value !== '' && add(known.characteristics, id, { name, value }),
    },
    {
      name: 'ProductOptionValues',
      columns: [
        ...[['product id'], ['option'], ['option value'], ['quantity', mayLack]],
        ...[
          ['price', mayLack],
          ['price prefix', mayLack],
        ],
      ],
      take: ([id = '', name = '', value = '', quantity = '', price = '', sign = '']) =>
        value !== '' &&
        add(known.options, id, { name, value, quantity, price: Number(price) * (sign === '-' ? -1 : 1) }),
    },
    {
      name: 'Specials',
      columns: [
        ...[['product id'], ['price'], ['customer group', mayLack], ['priority', mayLack]],
        ...[
          ['date start', mayLack],
          ['date end', mayLack],
        ],
      ],
      take: ([id = '', price = '', group = '', priority = '', start = '', end = '']) => {
        const isNow = !isDay(start) || start.slice(0, 10) <= today;
        const isOver = isDay(end) && end.slice(0, 10) < today;
        const before = known.specials.get(id);
        const isForAll = group === '' || /^(?:default|по умолчанию|розничн\p{L}*)$/iu.test(group);
        if (isNow && !isOver && isForAll && !(before && before.priority <= Number(priority)))
          known.specials.set(id, { price, priority: Number(priority), isEnding: isDay(end) });
      },
    },
    {
      name: 'ProductSEOKeywords',
      columns: [['product id'], ['keyword(ru-ru)', 'keyword(ru)', 'keyword']],
      take: ([id = '', slug = '']) => slug !== '' && !known.slugs.has(id) && known.slugs.set(id, slug),
    },
    {
      name: 'Categories',
      columns: [['category id'], ['parent id'], ['name(ru-ru)', 'name(ru)', 'name']],
      take: ([id = '', parent = '', name = '']) => name !== '' && parents.set(id, { name, parent }),
    },
  ];
}

/** The tool writes a day without one as zeros. */
const isDay = (text: string): boolean => /^(?!0000)\d{4}-\d\d-\d\d/.test(text);
