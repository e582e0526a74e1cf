import type { ImportField } from '@/contract/catalogue/products/imports';
import { columnOf, columnsNamed, type Option, optionsText, type Shape, type ShapedRow } from './columns';

/** Rows «Модификация» name their product by «Код товара модификации», and have its characteristics in columns. */
export function moysklad(plain: readonly string[]): Shape | undefined {
  const parent = columnOf(plain, 'код товара модификации', 'uuid/код товара модификации');
  const code = columnOf(plain, 'код');
  const type = columnOf(plain, 'тип');
  const values = columnsNamed(plain, /^характеристика ?: ?(.+)$/);
  if (parent === undefined || code === undefined) return undefined;
  const width = plain.length;
  let hasModifications = false;
  async function* rows(all: AsyncIterable<ShapedRow>): AsyncGenerator<ShapedRow> {
    for await (const row of all) {
      const text = (column: number) => (row.cells[column] ?? '').trim();
      const cells = Array.from({ length: width }, (_any, at) => row.cells[at] ?? '');
      const key = text(parent as number);
      const options = [...values].flatMap(([name, column]): Option[] => {
        const value = text(column);
        return value === '' ? [] : [{ name: name.charAt(0).toUpperCase() + name.slice(1), value }];
      });
      const isModification = key !== '' && options.length > 0;
      hasModifications ||= isModification;
      const own = isModification ? [key, optionsText(options)] : ['', ''];
      yield { ...row, cells: [...cells, ...own, ...row.cells.slice(width)] };
    }
  }
  // Modifications have codes of their own and repeat the article of their product.
  const fields = () => {
    const known = new Map<number, ImportField | null>([[parent, null]]);
    if (type !== undefined) known.set(type, null);
    for (const column of values.values()) known.set(column, null);
    if (hasModifications) known.set(code, 'sku');
    return known;
  };
  return { added: ['parent', 'options'], rows, fields };
}
