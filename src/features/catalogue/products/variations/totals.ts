import { type CellField, cellError, cellFields, numberOf, repeatedSkus } from './matrix-checks';
import type { MatrixStore } from './matrix-store';

export interface Totals {
  variations: number;
  /** Pieces of the variations that are sold. */
  quantity: number;
  /** What a buyer pays, from … to; null while no price is written. */
  least: number | null;
  most: number | null;
  /** Rows with something wrong in them. */
  wrong: number;
  /** The first wrong cell. */
  first: { key: string; field: CellField } | undefined;
}

/** What the matrix comes to, as the database will say it (migration 0050), and how much of it is wrong. */
export function totalsOf(store: MatrixStore): Totals {
  const rows = store.matrix.rows.filter(({ isExcluded }) => !isExcluded);
  const sold = rows.filter(({ is_disable }) => !is_disable);
  const least = figures(sold.map(({ price, sale_price }) => numberOf(sale_price) ?? numberOf(price)));
  const most = figures(sold.map(({ price }) => numberOf(price)));
  const repeated = repeatedSkus(rows);
  const isRepeated = (sku: string) => repeated.has(sku);
  const wrong = rows.flatMap((row) => {
    const field =
      cellFields.find((one) => cellError(row, one, isRepeated) !== undefined) ?? store.refusedField(row.key);
    return field ? [{ key: row.key, field }] : [];
  });
  return {
    variations: rows.length,
    quantity: figures(sold.map(({ quantity }) => numberOf(quantity))).reduce((sum, one) => sum + one, 0),
    least: least.length > 0 ? least.reduce((one, other) => Math.min(one, other)) : null,
    most: most.length > 0 ? most.reduce((one, other) => Math.max(one, other)) : null,
    wrong: wrong.length,
    first: wrong[0],
  };
}

function figures(all: (number | null)[]): number[] {
  return all.flatMap((one) => (one === null || !(one >= 0) ? [] : [one]));
}
