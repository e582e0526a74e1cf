import { bareBarcode, isBarcode } from '@/contract/catalogue/products/barcode';
import { hasKopecksAtMost } from '@/contract/catalogue/products/fields';
import { hasHiddenSigns, skuKey } from '@/contract/catalogue/products/sku';
import { oneLine } from '@/contract/core/text';
import { typedFields } from './fill';
import type { Matrix, MatrixRow } from './matrix';

/** Fields of a row that are validated. */
export const cellFields = [...typedFields, 'digital_file'] as const;

export type CellField = (typeof cellFields)[number];

const maxAmount = 1_000_000_000;

/** Parses a typed number; null when empty, NaN when invalid. Accepts what the contract's `amount` accepts. */
export function parseNumber(text: string): number | null {
  const plain = text.replace(/\s/g, '').replace(',', '.');
  if (plain === '') return null;
  const number = Number(plain);
  return Number.isFinite(number) ? number : Number.NaN;
}

/**
 * Error of a cell as a key of `form`. Same rules as the contract's `variationSchema`, which is too slow for
 * thousands of cells; the server applies it anyway.
 */
export function cellError(
  row: MatrixRow,
  field: CellField,
  isRepeated: (sku: string) => boolean,
): string | undefined {
  if (field === 'price')
    return priceError(row.price) ?? (row.price.trim() === '' ? 'error-price-required' : undefined);
  if (field === 'sale_price') return priceError(row.sale_price) ?? saleError(row);
  if (field === 'quantity') return numberError(row.quantity) ?? quantityError(row.quantity);
  if (field === 'sku') return skuError(row.sku.trim(), isRepeated);
  if (field === 'barcode')
    return row.barcode.trim() === '' || isBarcode(bareBarcode(row.barcode)) ? undefined : 'error-barcode';
  return row.is_digital && !row.digital_file ? 'error-digital-file-required' : undefined;
}

/** Error of the whole matrix as a key of `form`, for the form's schema. */
export function matrixError(matrix: Matrix): string | undefined {
  if (matrix.rows.every(({ isExcluded }) => isExcluded)) return 'catalogue:products.variations.error-none';
  return wrongCells(matrix) > 0 ? 'catalogue:products.variations.error-cells' : undefined;
}

export function wrongCells({ rows }: Matrix): number {
  const included = rows.filter(({ isExcluded }) => !isExcluded);
  const repeated = repeatedSkus(included);
  const isWrong = (row: MatrixRow) => (field: CellField) =>
    cellError(row, field, (sku) => repeated.has(sku)) !== undefined;
  return included.reduce((sum, row) => sum + cellFields.filter(isWrong(row)).length, 0);
}

/** Keys of SKUs used by several rows. */
export function repeatedSkus(rows: readonly MatrixRow[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { sku } of rows) {
    const key = skuKey(sku);
    if (seen.has(key)) repeated.add(key);
    seen.add(key);
  }
  return repeated;
}

function numberError(text: string): string | undefined {
  const number = parseNumber(text);
  if (number === null) return undefined;
  if (Number.isNaN(number)) return 'error-number-format';
  if (number < 0) return 'error-must-not-be-negative';
  return number > maxAmount ? 'error-too-big' : undefined;
}

function priceError(text: string): string | undefined {
  return numberError(text) ?? (hasKopecksAtMost(parseNumber(text)) ? undefined : 'error-price-decimals');
}

function saleError({ price, sale_price }: MatrixRow): string | undefined {
  const [full, sale] = [parseNumber(price), parseNumber(sale_price)];
  if (sale === 0) return 'error-discount-zero';
  return full !== null && sale !== null && sale >= full ? 'error-sale-price' : undefined;
}

function quantityError(text: string): string | undefined {
  if (text.trim() === '') return 'catalogue:products.variations.error-quantity-required';
  return Number.isInteger(parseNumber(text)) ? undefined : 'error-whole-number';
}

function skuError(sku: string, isRepeated: (sku: string) => boolean): string | undefined {
  if (sku === '') return 'catalogue:products.variations.error-sku-required';
  if (hasHiddenSigns(oneLine(sku))) return 'error-sku-format';
  if (sku.length > 64) return 'error-too-long';
  return isRepeated(skuKey(sku)) ? 'catalogue:products.variations.error-sku-repeated' : undefined;
}
