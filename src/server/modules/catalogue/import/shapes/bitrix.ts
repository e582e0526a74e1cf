import type { ImportField } from '@/contract/catalogue/products/imports';
import { columnOf, columnsNamed, endless, isNoStock, type Shape, type ShapedRow } from './columns';

/**
 * `IE_NAME`, `IC_GROUP0`, `CP_QUANTITY`, `CV_PRICE_1`: a row for each section of a product, each value of a property and each
 * range of quantities, so that one product has several.
 */
export function bitrix(plain: readonly string[]): Shape | undefined {
  const name = columnOf(plain, 'ie name');
  const price = firstNumbered(plain, /^(?:cv|catalog) price (\d+)$/);
  const quantity = columnOf(plain, 'cp quantity', 'catalog quantity');
  if (name === undefined && (price === undefined || quantity === undefined)) return undefined;
  const columns: Columns = {
    id: columnOf(plain, 'ie xml id', 'ie external id', 'ie id'),
    active: columnOf(plain, 'ie active'),
    tags: columnOf(plain, 'ie tags'),
    from: columnOf(plain, 'cv quantity from'),
    groups: [...columnsNamed(plain, /^ic group(\d+)$/)]
      .toSorted(([one], [other]) => Number(one) - Number(other))
      .map(([, column]) => column),
    texts: pair(plain, 'text'),
    pictures: pair(plain, 'picture'),
    quantity,
    isTraced: columnOf(plain, 'cp quantity trace', 'catalog quantity trace'),
    mayBeZero: columnOf(plain, 'cp can buy zero', 'catalog can buy zero'),
    weight: columnOf(plain, 'cp weight', 'catalog weight'),
    sizes: sizes.flatMap((size) => columnOf(plain, `cp ${size}`, `catalog ${size}`) ?? []),
    width: plain.length,
  };
  return {
    added: ['categories'],
    rows: (rows) => productsIn(rows, columns),
    // Trade offers name their product by the number of a property, which no heading tells from others.
    note: plain.some((heading) => heading.startsWith('ip prop')) ? 'offers-apart' : undefined,
    fields: () => fieldsOf(plain, columns, { name, price, quantity }),
  };
}

interface Columns {
  id: number | undefined;
  active: number | undefined;
  tags: number | undefined;
  from: number | undefined;
  groups: readonly number[];
  /** The detailed one first. */
  texts: readonly number[];
  pictures: readonly number[];
  quantity: number | undefined;
  /** `N`: its stock is not counted. */
  isTraced: number | undefined;
  /** `Y`: it is sold without stock. */
  mayBeZero: number | undefined;
  weight: number | undefined;
  sizes: readonly number[];
  width: number;
}

const sizes = ['length', 'width', 'height'] as const;

const pair = (plain: readonly string[], what: string): number[] =>
  ['detail', 'preview'].flatMap((kind) => columnOf(plain, `ie ${kind} ${what}`) ?? []);

/** Kinds of prices have numbers; the first is that of the shop. */
function firstNumbered(plain: readonly string[], name: RegExp): number | undefined {
  const [first] = [...columnsNamed(plain, name)].toSorted(([one], [other]) => Number(one) - Number(other));
  return first?.[1];
}

function fieldsOf(
  plain: readonly string[],
  columns: Columns,
  { name, price, quantity }: Readonly<Record<'name' | 'price' | 'quantity', number | undefined>>,
): Map<number, ImportField | null> {
  // What is not named here means nothing of ours: properties have numbers for names.
  const fields = new Map<number, ImportField | null>(
    [...plain.keys()]
      .filter((at) => /^(?:i[ecp]|c[pv]|catalog) /.test(plain[at] ?? ''))
      .map((at) => [at, null]),
  );
  const [, number] = / price (\d+)$/.exec(plain[price ?? -1] ?? '') ?? [];
  const known: [ImportField, number | undefined][] = [
    ['sku', columns.id],
    ['name', name],
    ['slug', columnOf(plain, 'ie code')],
    ['status', columns.active],
    ['tags', columns.tags],
    ['description', columns.texts[0]],
    ['image', columns.pictures[0]],
    ['quantity', quantity],
    ['weight', columns.weight],
    ['price', price],
    ['currency', columnOf(plain, `cv currency ${number}`, `catalog currency ${number}`)],
    ...sizes.map((size): [ImportField, number | undefined] => [
      size,
      columnOf(plain, `cp ${size}`, `catalog ${size}`),
    ]),
  ];
  for (const [field, column] of known) if (column !== undefined) fields.set(column, field);
  return fields;
}

async function* productsIn(rows: AsyncIterable<ShapedRow>, columns: Columns): AsyncGenerator<ShapedRow> {
  let group: ShapedRow[] = [];
  for await (const row of rows) {
    const id = textAt(row, columns.id);
    if (group[0] && (id === '' || id !== textAt(group[0], columns.id))) {
      yield asProduct(group, columns);
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield asProduct(group, columns);
}

/** The row of the smallest quantity has the price of one piece. */
function asProduct(group: readonly ShapedRow[], columns: Columns): ShapedRow {
  const [row] = group.toSorted(
    (one, other) => Number(textAt(one, columns.from)) - Number(textAt(other, columns.from)),
  );
  const first = row ?? { line: 0, cells: [] };
  const cells = Array.from({ length: columns.width }, (_any, at) => first.cells[at] ?? '');
  const rewrite = (column: number | undefined, change: (text: string) => string) => {
    if (column !== undefined) cells[column] = change(textAt(first, column));
  };
  rewrite(columns.active, (text) => ({ Y: '1', N: '0' })[text] ?? text);
  rewrite(columns.tags, (text) => text.split(',').join('\n'));
  for (const both of [columns.texts, columns.pictures])
    rewrite(both[0], () => both.map((column) => textAt(first, column)).find((text) => text !== '') ?? '');
  const isEndless = textAt(first, columns.isTraced) === 'N' || textAt(first, columns.mayBeZero) === 'Y';
  rewrite(columns.quantity, (text) => (isEndless && isNoStock(text) ? endless : text));
  rewrite(columns.weight, (text) => inUnit(text, 'г'));
  for (const size of columns.sizes) rewrite(size, (text) => inUnit(text, 'мм'));
  const sections = group.map((one) =>
    columns.groups.flatMap((column) => textAt(one, column) || []).join(' > '),
  );
  const hasRanges = new Set(group.map((one) => textAt(one, columns.from))).size > 1;
  return {
    ...first,
    // Lines stay in their order.
    line: group[0]?.line ?? first.line,
    cells: [...cells, [...new Set(sections)].filter(Boolean).join('\n'), ...first.cells.slice(columns.width)],
    ...(hasRanges && { odd: { ...first.odd, row: 'ranges' as const } }),
  };
}

/** 0 is what nobody weighed or measured. */
const inUnit = (text: string, unit: string): string => (/^[0.,]*$/.test(text) ? '' : `${text} ${unit}`);

const textAt = (row: ShapedRow, column: number | undefined): string =>
  column === undefined ? '' : (row.cells[column] ?? '').trim();
