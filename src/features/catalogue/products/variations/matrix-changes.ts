import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Variation, VariationInput } from '@/contract/catalogue/products/variations';
import type { MatrixAttribute, MatrixRow } from './matrix';
import { parseNumber } from './matrix-checks';

type StoredProduct = Pick<ProductDetails, 'variation_options'>;

/** Variation in a request; of a stored one only the changed fields. */
export type VariationChange = Partial<VariationInput>;

/**
 * Value of `variation_options`: new combinations complete, changed ones as a difference with id and version, ids
 * of removed ones. `upsert` has the order of `changedKeys`, which maps server errors to rows.
 */
export function variationChanges(
  rows: readonly MatrixRow[],
  product?: StoredProduct,
  attributes: readonly MatrixAttribute[] = [],
): { upsert: VariationChange[]; delete: number[] } {
  const kept = new Set(rows.flatMap(({ id, isExcluded }) => (id === undefined || isExcluded ? [] : [id])));
  return {
    upsert: changedRows(rows, product).map(({ row, input }) =>
      input.id === undefined ? { ...input, ...namesOf(row, attributes) } : input,
    ),
    delete: (product?.variation_options ?? []).map(({ id }) => id).filter((id) => !kept.has(id)),
  };
}

/** Keys of the rows in `upsert`, in its order. */
export function changedKeys(rows: readonly MatrixRow[], product?: StoredProduct): string[] {
  return changedRows(rows, product).map(({ row }) => row.key);
}

/** A new combination by names, for servers of the dialect that do not use ids of values. */
function namesOf({ valueIds }: MatrixRow, attributes: readonly MatrixAttribute[]): VariationChange {
  const options = attributes.flatMap(({ name, values }) =>
    values.filter(({ id }) => valueIds.includes(id)).map(({ value }) => ({ name, value })),
  );
  return options.length > 0 ? { options } : {};
}

/** Value of `variations`: every chosen value, in the order of the attributes. */
export function chosenValues(attributes: readonly MatrixAttribute[]): { attribute_value_id: number }[] {
  return attributes.flatMap(({ values }) => values.map(({ id }) => ({ attribute_value_id: id })));
}

function changedRows(
  rows: readonly MatrixRow[],
  product?: StoredProduct,
): { row: MatrixRow; input: VariationChange }[] {
  const stored = new Map(product?.variation_options.map((one) => [one.id, one]));
  return rows.flatMap((row) => {
    if (row.isExcluded) return [];
    const before = row.id === undefined ? undefined : stored.get(row.id);
    const input = before ? changedFields(row, before) : { ...requestFields(row), value_ids: row.valueIds };
    return input ? [{ row, input }] : [];
  });
}

function requestFields(row: MatrixRow) {
  const { attachment_id } = row.digital_file ?? {};
  return {
    price: parseNumber(row.price),
    sale_price: parseNumber(row.sale_price),
    quantity: parseNumber(row.quantity) ?? 0,
    sku: row.sku.trim(),
    barcode: row.barcode.trim() || null,
    is_disable: row.is_disable,
    image: row.image,
    is_digital: row.is_digital,
    digital_file: row.is_digital && attachment_id !== undefined ? { attachment_id } : null,
  };
}

/** Changed fields; undefined when nothing changed. */
function changedFields(row: MatrixRow, before: Variation): VariationChange | undefined {
  const now = requestFields(row);
  const input: VariationChange = {};
  // Some servers send prices as strings.
  if (now.price !== Number(before.price)) input.price = now.price;
  if (now.sale_price !== (before.sale_price === null ? null : Number(before.sale_price)))
    input.sale_price = now.sale_price;
  if (now.quantity !== before.quantity) {
    input.quantity = now.quantity;
    // Sent with the seen value, so the server applies a difference: orders may have reduced the stock meanwhile.
    input.quantity_was = before.quantity;
  }
  if (now.sku !== before.sku) input.sku = now.sku;
  if (now.barcode !== before.barcode) input.barcode = now.barcode;
  if (now.is_disable !== before.is_disable) input.is_disable = now.is_disable;
  if (now.image?.id !== before.image?.id) input.image = now.image;
  if (now.is_digital !== before.is_digital) input.is_digital = now.is_digital;
  if (now.digital_file?.attachment_id !== before.digital_file?.attachment_id)
    input.digital_file = now.digital_file;
  if (Object.keys(input).length === 0) return undefined;
  return { id: before.id, version: row.version, ...input };
}
