import type { FieldValues } from 'react-hook-form';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { type Matrix, readMatrix } from '@/features/catalogue/products/variations/matrix';
import { chosenValues, variationChanges } from '@/features/catalogue/products/variations/matrix-changes';
import { defaultVatOption } from './product-values';

/** Sent as null when empty. */
const nullableTexts = [
  'description',
  'sku',
  'barcode',
  'preview_url',
  'external_product_url',
  'external_product_button_text',
];
/** Fields that a variable product has per variation. */
const simpleProductFields = [
  'price',
  'sale_price',
  'quantity',
  'quantity_reason',
  'sku',
  'barcode',
  'is_digital',
  'digital_file',
  'is_external',
  'external_product_url',
  'external_product_button_text',
];

/**
 * Relevant form values under their wire names, for validation. Keeps `matrix` along with the fields derived from it, so
 * the function is idempotent on validated values.
 */
export function relevantValues(values: FieldValues, product: ProductDetails | undefined): FieldValues {
  const isVariable = values.product_type === 'variable';
  const texts = Object.fromEntries(nullableTexts.map((key) => [key, values[key] || null]));
  const { status, matrix, variations: _made, variation_options: _same, ...rest } = { ...values, ...texts };
  const counted: FieldValues = {
    ...rest,
    ...(status && { status }),
    quantity: values.quantity === '' ? 0 : values.quantity,
    vat_rate: values.vat_rate === defaultVatOption ? null : values.vat_rate,
    digital_file: values.is_digital ? values.digital_file : null,
    seo: emptyAsNull(values.seo),
  };
  if (!values.is_external) {
    counted.external_product_url = null;
    counted.external_product_button_text = null;
  }
  if (!isVariable) return counted;
  for (const key of simpleProductFields) delete counted[key];
  const rows = readMatrix(matrix);
  return rows ? { ...counted, matrix: rows, ...variationFields(rows, product) } : counted;
}

/**
 * Request body: everything for a new product, else the difference from `seen`. `checked` are the validated
 * values, `typed` the raw form values, `before` the raw values of `seen`.
 */
export function buildProductBody(
  checked: FieldValues,
  { typed, before, seen }: { typed: FieldValues; before: FieldValues; seen: ProductDetails | undefined },
): FieldValues {
  const { matrix: _m, variations: _v, variation_options: _o, quantity_reason: reason, ...facts } = checked;
  const rows = typed.product_type === 'variable' ? readMatrix(typed.matrix) : undefined;
  const made = rows && variationFields(rebaseOnSeen(rows, seen), seen);
  if (!seen) return { ...facts, ...(reason && { quantity_reason: reason }), ...made };

  const [now, old] = [relevantValues(typed, seen), relevantValues(before, seen)];
  const changed = Object.entries(facts).filter(([key]) => !isEqual(now[key], old[key]));
  const body: FieldValues = Object.fromEntries(changed);
  // Sent with the seen value, so the server applies a difference: orders may have reduced the stock meanwhile.
  if ('quantity' in body && seen.product_type === 'simple') body.quantity_was = seen.quantity;
  if ('quantity' in body && reason) body.quantity_reason = reason;
  if (!made) return body;
  if (!isEqual(made.variations, storedValues(seen))) body.variations = made.variations;
  const { upsert, delete: gone } = made.variation_options;
  if (upsert.length + gone.length > 0) body.variation_options = made.variation_options;
  return body;
}

const storedValues = ({ variations }: ProductDetails) =>
  variations.map(({ attribute_value_id }) => ({ attribute_value_id }));

function variationFields({ attributes, rows }: Matrix, product: ProductDetails | undefined) {
  return {
    variations: chosenValues(attributes),
    variation_options: variationChanges(rows, product, attributes),
  };
}

/**
 * Rows rebased on the last seen product, which is newer after a resolved conflict: they take its versions, and
 * rows it no longer has count as new.
 */
function rebaseOnSeen(matrix: Matrix, seen: ProductDetails | undefined): Matrix {
  const versions = new Map(seen?.variation_options.map(({ id, version }) => [id, version]));
  const rows = matrix.rows.map((row) => {
    const { id, version: _old, ...rest } = row;
    if (id === undefined || !versions.has(id)) return rest;
    const version = versions.get(id);
    // Other servers of the dialect have no versions.
    return { ...rest, id, ...(version !== undefined && { version }) };
  });
  return { ...matrix, rows };
}

function emptyAsNull(values: FieldValues | undefined): FieldValues {
  return Object.fromEntries(Object.entries(values ?? {}).map(([key, value]) => [key, value || null]));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
