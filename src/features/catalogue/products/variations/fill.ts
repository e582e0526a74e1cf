import type { Attachment } from '@/contract/core/define';
import { toSlug } from '@/contract/core/slug';
import type { MatrixRow, MatrixValue } from './matrix';

/** Text columns in their order. */
export const typedFields = ['price', 'sale_price', 'quantity', 'sku', 'barcode'] as const;

export type TypedField = (typeof typedFields)[number];

/** Change applied to many rows. */
export type Filling =
  | { field: 'price' | 'sale_price' | 'quantity'; text: string }
  | { field: 'sku'; template: string; base: string }
  | { field: 'image'; image: Attachment | null }
  | { field: 'is_disable'; isOff: boolean };

/** Applies a filling to a row; `place` is the index among the filled rows. */
export function applyFilling(
  row: MatrixRow,
  filling: Filling,
  place: number,
  names: ReadonlyMap<number, MatrixValue>,
): MatrixRow {
  if (filling.field === 'image') return { ...row, image: filling.image };
  if (filling.field === 'is_disable') return { ...row, is_disable: filling.isOff };
  if (filling.field !== 'sku') return { ...row, [filling.field]: filling.text.trim() };
  return { ...row, sku: expandSku(filling.template, row, place + 1, filling.base, names) };
}

/**
 * Expands an SKU template: `{sku}` is the product's own, `{n}` the row number, `{value1}` the value of the first
 * attribute. Values are transliterated to Latin letters, which every scanner reads.
 */
export function expandSku(
  template: string,
  row: Pick<MatrixRow, 'valueIds'>,
  number: number,
  base: string,
  names: ReadonlyMap<number, MatrixValue>,
): string {
  return template
    .trim()
    .replace(/\{(sku|n|value(\d+))\}/gi, (_whole, word: string, place: string | undefined) => {
      if (word.toLowerCase() === 'sku') return base;
      if (place === undefined) return String(number);
      const value = names.get(row.valueIds[Number(place) - 1] ?? 0)?.value ?? '';
      return toSlug(value).toUpperCase();
    });
}

/** Cells of pasted tab-separated text; undefined for a single value, which is pasted as is. */
export function parsePastedCells(text: string): string[][] | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  const cells = lines.map((line) => line.split('\t'));
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : undefined;
}

/** Row with cells pasted from column `from` on; numbers are stripped of formatting. */
export function pasteCells(
  row: MatrixRow,
  fields: readonly TypedField[],
  from: number,
  cells: readonly string[],
): MatrixRow {
  const next = { ...row };
  cells.forEach((cell, index) => {
    const field = fields[from + index];
    if (!field) return;
    const isNumeric = field === 'price' || field === 'sale_price' || field === 'quantity';
    next[field] = isNumeric ? stripNumberFormat(cell) : cell.trim();
  });
  return next;
}

/** `1 234,50 ₽` becomes `1234,50`; any other text is kept, to be reported as an error. */
function stripNumberFormat(text: string): string {
  const bare = text.trim().replace(/[\s\p{Sc}]/gu, '');
  return /^-?[\d.,]+$/.test(bare) ? bare : text.trim();
}
