import type { ImportField } from '@/contract/catalogue/products/imports';
import { skuKey } from '@/contract/catalogue/products/sku';
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

/** The product of variations: what they name it by in our file, and the names of its attributes. */
interface Parent {
  key: string;
  names: ReadonlyMap<string, string>;
}

/** Rows `variable` and `variation`: a variation names its product by its SKU or as `id:12`, and has attributes in pairs of columns. */
export function woocommerce(plain: readonly string[]): Shape | undefined {
  const type = columnOf(plain, 'type', 'тип');
  const parent = columnOf(plain, 'parent', 'родительский');
  const names = columnsNamed(plain, /^(?:attribute (?=\d+ name$)|название атт?рибута )(\d+)(?: name)?$/);
  const values = columnsNamed(
    plain,
    /^(?:attribute (?=\d+ value\(s\)$)|значени\S* атт?рибут\S* )(\d+)(?: value\(s\))?$/,
  );
  if (type === undefined || parent === undefined || names.size === 0 || values.size === 0) return undefined;
  const columns = {
    type,
    parent,
    names,
    values,
    sku: columnOf(plain, 'sku', 'артикул'),
    id: columnOf(plain, 'id'),
    name: columnOf(plain, 'name', 'имя'),
    stock: columnOf(plain, 'stock', 'запасы'),
    isThere: columnOf(plain, 'in stock?', 'наличие', 'в наличии?'),
    isAwaited: columnOf(plain, 'backorders allowed?', 'возможен ли предзаказ?'),
    width: plain.length,
  };
  const fields = new Map<number, ImportField | null>([
    [type, 'product_type'],
    [parent, null],
  ]);
  return {
    added: ['parent', 'options', 'slug', 'characteristics'],
    rows: (rows) => shaped(rows, columns),
    fields: () => fields,
  };
}

interface Columns {
  type: number;
  parent: number;
  names: ReadonlyMap<string, number>;
  values: ReadonlyMap<string, number>;
  sku: number | undefined;
  id: number | undefined;
  name: number | undefined;
  stock: number | undefined;
  isThere: number | undefined;
  isAwaited: number | undefined;
  width: number;
}

async function* shaped(rows: AsyncIterable<ShapedRow>, columns: Columns): AsyncGenerator<ShapedRow> {
  const parents = new Map<string, Parent>();
  for await (const row of rows) {
    const text = (column: number | undefined) =>
      column === undefined ? '' : (row.cells[column] ?? '').trim();
    const cells = Array.from({ length: columns.width }, (_any, at) => row.cells[at] ?? '');
    // «simple, virtual» is a simple one, and so is what another shop sells.
    const kind = text(columns.type).split(',')[0]?.trim().toLowerCase() ?? '';
    const isVariation = kind === 'variation';
    const [stock, isThere, isAwaited] = [columns.stock, columns.isThere, columns.isAwaited].map(text);
    const isUncounted = stock === '' && /^(?:1|yes|true|instock|(?:on)?backorder)$/i.test(isThere ?? '');
    const isOnOrder = isNoStock(stock ?? '') && /^(?:1|yes|notify)$/i.test(isAwaited ?? '');
    const isCounted = kind === 'simple' || isVariation;
    if (columns.stock !== undefined && isCounted && (isUncounted || isOnOrder))
      cells[columns.stock] = endless;
    if (columns.isThere !== undefined && /^(?:on)?backorder$/i.test(isThere ?? ''))
      cells[columns.isThere] = '1';
    cells[columns.type] = isVariation ? '' : kind === 'external' ? 'simple' : kind;
    const names = new Map([...columns.names].map(([number, column]) => [number, text(column)]));
    if (isVariation) {
      const known = parents.get(parentKey(text(columns.parent)));
      const options = [...columns.values].flatMap(([number, column]): Option[] => {
        const name = names.get(number) || (known?.names.get(number) ?? '');
        const value = text(column);
        return name === '' || value === '' ? [] : [{ name, value }];
      });
      yield {
        ...row,
        cells: [
          ...cells,
          known?.key ?? text(columns.parent),
          optionsText(options),
          '',
          '',
          ...row.cells.slice(columns.width),
        ],
      };
      continue;
    }
    const sku = text(columns.sku);
    const slug = kind === 'variable' && sku === '' ? toSlug(text(columns.name)) : '';
    if (kind === 'variable') {
      const parent = { key: sku || slug, names };
      if (sku !== '') parents.set(parentKey(sku), parent);
      if (text(columns.id) !== '') parents.set(parentKey(`id:${text(columns.id)}`), parent);
    }
    // Of a product with variations, several values are what these differ in.
    const own = [...columns.values].flatMap(([number, column]): Option[] => {
      const name = names.get(number) ?? '';
      const value = text(column).replaceAll('\\,', ',');
      const isList = kind === 'variable' && /(?<!\\),/.test(text(column));
      return name === '' || value === '' || isList ? [] : [{ name, value }];
    });
    yield {
      ...row,
      cells: [
        ...cells,
        ...['', '', slug],
        own.length > 0 ? optionsText(own) : '',
        ...row.cells.slice(columns.width),
      ],
    };
  }
}

const parentKey = (text: string) => skuKey(text);
