import type { ImportField } from '@/contract/catalogue/products/imports';
import { toSlug } from '@/contract/core/slug';
import { splitFiles } from '../cells';
import { columnOf, endless, type Option, optionsText, type Shape, type ShapedRow } from './columns';

/** Rows with a `Parent UID` are variations of the product with that `Tilda UID`; `Editions` says what they differ in. */
export function tilda(plain: readonly string[]): Shape | undefined {
  const uid = columnOf(plain, 'tilda uid');
  const parent = columnOf(plain, 'parent uid');
  const title = columnOf(plain, 'title');
  if (parent === undefined || title === undefined) return undefined;
  const columns: Columns = {
    uid: uid ?? columnOf(plain, 'external id'),
    parent,
    title,
    sku: columnOf(plain, 'sku'),
    options: ['editions', 'modifications'].flatMap((name) => columnOf(plain, name) ?? []),
    texts: ['text', 'description'].flatMap((name) => columnOf(plain, name) ?? []),
    category: columnOf(plain, 'category'),
    photo: columnOf(plain, 'photo'),
    quantity: columnOf(plain, 'quantity'),
    own: ['price', 'quantity', 'price old'].flatMap((name) => columnOf(plain, name) ?? []),
    width: plain.length,
  };
  return { added, rows: (rows) => shaped(rows, columns), fields: () => fieldsOf(plain) };
}

const longestSku = 64;
const added: ImportField[] = ['parent', 'options', 'slug', 'gallery'];

interface Columns {
  uid: number | undefined;
  parent: number;
  title: number;
  sku: number | undefined;
  options: readonly number[];
  /** The long one first. */
  texts: readonly number[];
  category: number | undefined;
  photo: number | undefined;
  quantity: number | undefined;
  /** What a product with variations does not have itself. */
  own: readonly number[];
  width: number;
}

function fieldsOf(plain: readonly string[]): Map<number, ImportField | null> {
  const fields = new Map<number, ImportField | null>();
  const put = (field: ImportField | null, ...names: readonly string[]) => {
    const column = columnOf(plain, ...names);
    if (column !== undefined && !fields.has(column)) fields.set(column, field);
  };
  put('description', 'text', 'description');
  put('image', 'photo');
  // The units of weights and sizes, and of `Unit`, are confirmed by no sample: a person says what they are.
  const unread = ['tilda uid', 'parent uid', 'external id', 'editions', 'modifications', 'mark', 'url'];
  for (const name of [...unread, 'description', 'weight', 'length', 'width', 'height', 'unit'])
    put(null, name);
  return fields;
}

/** A product and its variations stand together; a variation alone is refused, because its product is not in the file. */
async function* shaped(rows: AsyncIterable<ShapedRow>, columns: Columns): AsyncGenerator<ShapedRow> {
  const slugs = new Set<string>();
  let group: ShapedRow[] = [];
  for await (const row of rows) {
    const parent = textAt(row, columns.parent);
    const isOfGroup = parent !== '' && group[0] && textAt(group[0], columns.uid) === parent;
    if (!isOfGroup && group.length > 0) {
      yield* asProduct(group, columns, slugs);
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield* asProduct(group, columns, slugs);
}

function* asProduct(
  [first, ...variations]: readonly ShapedRow[],
  columns: Columns,
  slugs: Set<string>,
): Generator<ShapedRow> {
  if (!first) return;
  const lost = textAt(first, columns.parent);
  const slug = freeSlug(textAt(first, columns.title), textAt(first, columns.uid), slugs);
  const product = cellsOf(first, columns);
  if (variations.length > 0) for (const column of columns.own) product[column] = '';
  // Its variations have articles of their own, which it may repeat.
  const isRepeated = variations.some((one) => textAt(one, columns.sku) === textAt(first, columns.sku));
  if (isRepeated && columns.sku !== undefined) product[columns.sku] = '';
  const ofProduct = variations.length > 0 ? slug : '';
  yield wide(
    first,
    product,
    [lost, lost === '' ? '' : optionsText(optionsIn(first, columns)), ofProduct, galleryIn(first, columns)],
    columns,
  );
  for (const row of variations) {
    const cells = cellsOf(row, columns);
    const options = optionsIn(row, columns);
    if (columns.sku !== undefined && textAt(row, columns.sku) === '')
      cells[columns.sku] = [slug, ...options.map(({ value }) => value)].join('-').slice(0, longestSku);
    yield wide(row, cells, [slug, optionsText(options), '', ''], columns);
  }
}

/** Two products of one name stay two. */
function freeSlug(title: string, uid: string, slugs: Set<string>): string {
  const plain = toSlug(title);
  const slug = slugs.has(plain) ? `${plain}-${uid}` : plain;
  slugs.add(slug);
  return slug;
}

function cellsOf(row: ShapedRow, { width, texts, category, photo, quantity }: Columns): string[] {
  const cells = Array.from({ length: width }, (_any, at) => row.cells[at] ?? '');
  const [text] = texts;
  if (text !== undefined)
    cells[text] = texts.map((column) => textAt(row, column)).find((one) => one !== '') ?? '';
  if (category !== undefined) cells[category] = deepest(textAt(row, category)).join('\n');
  if (photo !== undefined) cells[photo] = filesIn(textAt(row, photo))[0] ?? '';
  // Who counts no stock there leaves it empty.
  if (quantity !== undefined && textAt(row, quantity) === '') cells[quantity] = endless;
  return cells;
}

const galleryIn = (row: ShapedRow, { photo }: Columns): string =>
  filesIn(textAt(row, photo)).slice(1).join('\n');

/** Addresses by spaces or commas. */
const filesIn = (text: string): string[] => splitFiles(text.replace(/\s(?=https?:)/g, '\n'));

const levelsOf = (path: string): string[] => path.split('>>>').map((level) => level.trim());

/** «Мужское;Мужское>>>Брюки» is one path: a section is named again with what is in it. */
function deepest(text: string): string[] {
  const paths = text.split(';').map((path) => levelsOf(path).join(' > '));
  return paths.filter((path) => path !== '' && !paths.some((other) => other.startsWith(`${path} > `)));
}

/** `Объём:0,5 л;Цвет:синий`. */
function optionsIn(row: ShapedRow, { options }: Columns): Option[] {
  const text = options.map((column) => textAt(row, column)).find((cell) => cell !== '') ?? '';
  return text.split(';').flatMap((part): Option[] => {
    const [name = '', ...rest] = part.split(':');
    const value = rest.join(':').trim();
    return name.trim() !== '' && value !== '' ? [{ name: name.trim(), value }] : [];
  });
}

const textAt = (row: ShapedRow, column: number | undefined): string =>
  column === undefined ? '' : (row.cells[column] ?? '').trim();

/** Cells beyond the headings stay behind those that are added. */
const wide = (
  row: ShapedRow,
  cells: readonly string[],
  own: readonly string[],
  { width }: Columns,
): ShapedRow => ({
  ...row,
  cells: [...cells, ...own, ...row.cells.slice(width)],
});
