import type { ImportField } from '@/contract/catalogue/products/imports';
import { toSlug } from '@/contract/core/slug';
import {
  columnOf,
  columnsNamed,
  endless,
  isNoStock,
  type Option,
  optionsText,
  type Shape,
  type ShapedRow,
} from './columns';

/** Systems that write one row for each variation, and what the product has in the first of them. */
interface Grouping {
  /** Rows with the same text here are one product. */
  key: number;
  sku: number | undefined;
  barcode: number | undefined;
  /** Of a row; none for a product without variations, undefined for a row that is no variation at all. */
  optionsOf: (cells: readonly string[], first: readonly string[]) => Option[] | undefined;
  /** What the variations name their product by, and its field. */
  parentBy: 'sku' | 'slug';
  parentKey: (first: readonly string[]) => string;
  /** Pictures in rows of their own. */
  image: number | undefined;
  fields: ReadonlyMap<number, ImportField | null>;
  /** Its stock, and whether a row without any is sold nevertheless. */
  quantity?: number | undefined;
  isEndless?: (cells: readonly string[]) => boolean;
}

export function readGroups(plain: readonly string[]): Shape | undefined {
  const grouping = shopify(plain) ?? insales(plain) ?? wildberries(plain);
  if (!grouping) return undefined;
  const added: ImportField[] = ['parent', 'options', 'gallery', 'slug'];
  return {
    added: grouping.parentBy === 'sku' ? added.slice(0, 2) : added,
    rows: (rows) => productsIn(rows, grouping, plain.length),
    fields: () => grouping.fields,
  };
}

/** `Handle` repeats; the first row has the product, options have their name there; pictures have rows of their own. */
function shopify(plain: readonly string[]): Grouping | undefined {
  const key = columnOf(plain, 'handle', 'url handle');
  const names = columnsNamed(plain, /^option ?(\d) name$/);
  const values = columnsNamed(plain, /^option ?(\d) value$/);
  if (key === undefined || names.size === 0 || values.size === 0) return undefined;
  const sku = columnOf(plain, 'variant sku', 'sku');
  const price = columnOf(plain, 'variant price', 'price');
  const tracker = columnOf(plain, 'variant inventory tracker', 'inventory tracker');
  const policy = columnOf(plain, 'variant inventory policy', 'continue selling when out of stock');
  const optionsOf = (cells: readonly string[], first: readonly string[]) => {
    const isVariation = [...values.values(), sku, price].some((column) => textAt(cells, column) !== '');
    if (!isVariation) return undefined;
    return [...values].flatMap(([number, column]) => {
      const value = textAt(cells, column);
      const name = textAt(first, names.get(number)) || textAt(cells, names.get(number));
      // What Shopify writes for a product without options.
      const isDefault = /^default(?: title)?$/i.test(value) && /^title$/i.test(name);
      return value === '' || name === '' || isDefault ? [] : [{ name, value }];
    });
  };
  return {
    key,
    sku,
    barcode: columnOf(plain, 'variant barcode', 'barcode'),
    optionsOf,
    parentBy: 'slug',
    parentKey: (first) => toSlug(textAt(first, key)),
    image: columnOf(plain, 'image src', 'product image url'),
    fields: new Map([[key, null]]),
    quantity: columnOf(plain, 'variant inventory qty', 'inventory quantity'),
    isEndless: (cells) =>
      (tracker !== undefined && textAt(cells, tracker) === '') ||
      /^(?:continue|true)$/i.test(textAt(cells, policy)),
  };
}

/** Rows of one `ID товара`; what they differ in are columns «Свойство: …». */
function insales(plain: readonly string[]): Grouping | undefined {
  const key = columnOf(plain, 'id товара', 'название товара', 'название товара или услуги');
  const properties = columnsNamed(plain, /^свойство ?: ?(.+)$/);
  if (key === undefined || properties.size === 0) return undefined;
  const name = columnOf(plain, 'название товара', 'название товара или услуги');
  const address = columnOf(plain, 'название товара в url');
  return {
    key,
    sku: columnOf(plain, 'артикул'),
    barcode: columnOf(plain, 'штрих-код', 'штрихкод'),
    optionsOf: (cells) => optionsIn(cells, properties),
    parentBy: 'slug',
    parentKey: (first) => textAt(first, address) || toSlug(textAt(first, name)),
    image: undefined,
    fields: new Map(address === undefined ? [] : [[address, null]]),
  };
}

/** A row for each size of an article of the seller; «0» is no size. */
function wildberries(plain: readonly string[]): Grouping | undefined {
  const key = columnOf(plain, 'артикул продавца');
  const size = columnOf(plain, 'размер');
  const barcode = columnOf(plain, 'баркоды', 'баркод', 'баркод товара');
  if (key === undefined || size === undefined || barcode === undefined) return undefined;
  const optionsOf = (cells: readonly string[]) =>
    optionsIn(cells, new Map([['размер', size]])).filter(({ value }) => value !== '0');
  const parentKey = (first: readonly string[]) => textAt(first, key);
  // A group of cards, not of goods.
  const cards = columnOf(plain, 'группа');
  const fields = new Map<number, ImportField | null>(cards === undefined ? [] : [[cards, null]]);
  return {
    key,
    sku: key,
    barcode,
    optionsOf,
    parentBy: 'sku',
    parentKey,
    image: undefined,
    fields,
  };
}

const optionsIn = (cells: readonly string[], columns: ReadonlyMap<string, number>): Option[] =>
  [...columns].flatMap(([name, column]) => {
    const value = textAt(cells, column);
    return value === '' ? [] : [{ name: capital(name), value }];
  });

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const textAt = (cells: readonly string[], column: number | undefined): string =>
  column === undefined ? '' : (cells[column] ?? '').trim();

/** Rows of one product that stand together; a file that scatters them has the limit of our own variations. */
async function* productsIn(
  rows: AsyncIterable<ShapedRow>,
  grouping: Grouping,
  width: number,
): AsyncGenerator<ShapedRow> {
  let group: ShapedRow[] = [];
  for await (const row of rows) {
    const key = textAt(row.cells, grouping.key);
    const before = textAt(group[0]?.cells ?? [], grouping.key);
    if (group.length > 0 && (key === '' || key !== before)) {
      yield* asProduct(group, grouping, width);
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield* asProduct(group, grouping, width);
}

function* asProduct(group: readonly ShapedRow[], grouping: Grouping, width: number): Generator<ShapedRow> {
  const [first] = group;
  if (!first) return;
  const { optionsOf, image, parentBy } = grouping;
  const read = group.map((row) => ({
    row: withEndless(row, grouping),
    options: optionsOf(row.cells, first.cells),
  }));
  const variations = read.filter(({ options }) => options && options.length > 0);
  const pictures = group.flatMap(({ cells }) => textAt(cells, image) || []).slice(1);
  const address = parentBy === 'slug' ? grouping.parentKey(first.cells) : '';
  const withAdded = (cells: readonly string[], parent: string, options: string, own: readonly string[]) => {
    const wide = Array.from({ length: width }, (_any, at) => cells[at] ?? '');
    // Cells beyond the headings stay behind them, where they are told.
    return [...wide, parent, options, ...own, ...cells.slice(width)];
  };
  const ofProduct = parentBy === 'slug' ? [pictures.join('\n'), address] : [];
  if (variations.length === 0) {
    for (const { row, options } of read)
      if (options || row.line === first.line)
        yield {
          ...row,
          cells: withAdded(
            row.cells,
            '',
            '',
            row.line === first.line ? ofProduct : ['', ''].slice(0, ofProduct.length),
          ),
        };
    return;
  }
  const key = grouping.parentKey(first.cells);
  const blank = [parentBy === 'slug' ? grouping.sku : undefined, grouping.barcode];
  const own = first.cells.map((cell, column) => (blank.includes(column) ? '' : cell));
  yield { ...first, cells: withAdded(own, '', '', ofProduct) };
  for (const { row, options = [] } of variations) {
    const cells = [...row.cells];
    const isNamed = parentBy === 'slug' && textAt(cells, grouping.sku) !== '';
    if (grouping.sku !== undefined && !isNamed)
      cells[grouping.sku] = [key, ...options.map(({ value }) => value)].join('-').slice(0, longestSku);
    const line = row.line === first.line ? -row.line : row.line;
    yield {
      ...row,
      line,
      cells: withAdded(cells, key, optionsText(options), ['', ''].slice(0, ofProduct.length)),
    };
  }
}

function withEndless(row: ShapedRow, { quantity, isEndless }: Grouping): ShapedRow {
  const isSold = quantity !== undefined && isEndless?.(row.cells) && isNoStock(textAt(row.cells, quantity));
  return isSold ? { ...row, cells: row.cells.with(quantity, endless) } : row;
}

const longestSku = 64;
