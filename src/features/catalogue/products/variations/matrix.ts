import type { ProductDetails } from '@/contract/catalogue/products/details';
import {
  type ChosenValue,
  cartesianProduct,
  combinationKey,
  maxVariations,
  type Variation,
} from '@/contract/catalogue/products/variations';
import type { Attachment } from '@/contract/core/define';
import { figureText } from '@/crud/form/form-values';

export interface MatrixValue {
  id: number;
  value: string;
  /** Colour code or another hint. */
  meta: string;
}

export interface MatrixAttribute {
  id: number;
  name: string;
  values: MatrixValue[];
}

/** One combination; numbers as typed. */
export interface MatrixRow {
  /** Order-independent key of the combination. */
  key: string;
  /** One value id per attribute, in their order. */
  valueIds: number[];
  /** Set for a stored variation. */
  id?: number;
  version?: number;
  /** Stored title; shown while the names of its values are unknown. */
  title?: string;
  price: string;
  sale_price: string;
  quantity: string;
  sku: string;
  barcode: string;
  is_disable: boolean;
  image: Attachment | null;
  is_digital: boolean;
  digital_file: { attachment_id: number; file_name: string } | null;
  /** Not sent; a stored variation is removed. */
  isExcluded: boolean;
}

/** Form value of `matrix`. */
export interface Matrix {
  attributes: MatrixAttribute[];
  rows: MatrixRow[];
}

/** Matrix of a stored product; combinations without a variation are excluded. */
export function matrixValues(
  product?: Pick<ProductDetails, 'variations' | 'variation_options'>,
  language = 'ru',
): FormMatrix {
  if (!product) return new FormMatrix({ attributes: [], rows: [] });
  const attributes = groupByAttribute(product.variations);
  const stored = new Map(
    product.variation_options.map((one) => [combinationKey(one.value_ids), rowOfVariation(one, language)]),
  );
  const rows = combinations(attributes).map((valueIds): MatrixRow => {
    const key = combinationKey(valueIds);
    const row = stored.get(key);
    stored.delete(key);
    return row ? { ...row, valueIds } : { ...blankRow(valueIds), isExcluded: true };
  });
  // Keeps variations of values that are no longer chosen visible.
  return new FormMatrix({ attributes, rows: [...rows, ...stored.values()] });
}

/** Reads the matrix of a form; a draft restores it from JSON. */
export function readMatrix(value: unknown): Matrix | undefined {
  if (typeof value !== 'object' || value === null || !('rows' in value) || !('attributes' in value))
    return undefined;
  // Only this module writes it.
  return Array.isArray(value.rows) && Array.isArray(value.attributes) ? (value as Matrix) : undefined;
}

/** Number of combinations; attributes without values are ignored. */
export function combinationCount(attributes: readonly MatrixAttribute[]): number {
  const used = attributes.filter(({ values }) => values.length > 0);
  return used.length === 0 ? 0 : used.reduce((product, { values }) => product * values.length, 1);
}

/**
 * Rows for changed attributes or values. Remaining combinations keep their input, `remembered` restores removed
 * ones. When an attribute is added or removed, a new combination copies prices from the row it derives from.
 */
export function rearrangeMatrix(
  { attributes: before, rows }: Matrix,
  attributes: MatrixAttribute[],
  remembered: ReadonlyMap<string, MatrixRow> = new Map(),
): Matrix {
  const known = new Map(rows.map((row) => [row.key, row]));
  const relative = findDerivedFrom(rows, before, attributes);
  const next = combinations(attributes).map((valueIds): MatrixRow => {
    const key = combinationKey(valueIds);
    const row = known.get(key) ?? remembered.get(key);
    if (row) return { ...row, valueIds };
    const like = relative(valueIds);
    if (!like) return blankRow(valueIds);
    const { price, sale_price, image, is_disable, isExcluded } = like;
    return { ...blankRow(valueIds), price, sale_price, image, is_disable, isExcluded };
  });
  return { attributes, rows: next };
}

/** Stored variations that a change of attributes would remove. */
export function removedVariations(matrix: Matrix, attributes: MatrixAttribute[]): MatrixRow[] {
  const kept = new Set(combinations(attributes).map(combinationKey));
  return matrix.rows.filter(({ id, key, isExcluded }) => id !== undefined && !isExcluded && !kept.has(key));
}

/** Value names of a row joined by slashes. */
export function rowTitle(row: MatrixRow, names: ReadonlyMap<number, MatrixValue>): string {
  const parts = row.valueIds.map((id) => names.get(id)?.value);
  return parts.includes(undefined) && row.title ? row.title : parts.join(' / ');
}

export function valuesById(attributes: readonly MatrixAttribute[]): Map<number, MatrixValue> {
  return new Map(attributes.flatMap(({ values }) => values.map((value) => [value.id, value])));
}

function combinations(attributes: readonly MatrixAttribute[]): number[][] {
  // Above the limit nothing is generated; stored data of another server may exceed it.
  if (combinationCount(attributes) > maxVariations) return [];
  return cartesianProduct(
    attributes.filter(({ values }) => values.length > 0).map(({ values }) => values.map(({ id }) => id)),
  );
}

export function groupByAttribute(chosen: readonly ChosenValue[]): MatrixAttribute[] {
  const found = new Map<number, MatrixAttribute>();
  for (const { attribute, attribute_value_id: id, value, meta } of chosen) {
    const known = found.get(attribute.id) ?? { id: attribute.id, name: attribute.name, values: [] };
    found.set(attribute.id, { ...known, values: [...known.values, { id, value, meta }] });
  }
  return [...found.values()];
}

function rowOfVariation(one: Variation, language: string): MatrixRow {
  return {
    key: combinationKey(one.value_ids),
    valueIds: one.value_ids,
    id: one.id,
    version: one.version,
    title: one.title,
    price: figureText(one.price, language),
    sale_price: figureText(one.sale_price, language),
    quantity: String(one.quantity),
    sku: one.sku,
    barcode: one.barcode ?? '',
    is_disable: one.is_disable,
    image: one.image,
    is_digital: one.is_digital,
    digital_file: one.digital_file && {
      attachment_id: one.digital_file.attachment_id,
      file_name: one.digital_file.file_name,
    },
    isExcluded: false,
  };
}

function blankRow(valueIds: number[]): MatrixRow {
  return {
    key: combinationKey(valueIds),
    valueIds,
    price: '',
    sale_price: '',
    quantity: '',
    sku: '',
    barcode: '',
    is_disable: false,
    image: null,
    is_digital: false,
    digital_file: null,
    isExcluded: false,
  };
}

/** Finds the old row whose values of the common attributes match a new combination. */
function findDerivedFrom(
  rows: readonly MatrixRow[],
  before: readonly MatrixAttribute[],
  after: readonly MatrixAttribute[],
): (valueIds: readonly number[]) => MatrixRow | undefined {
  const used = (attributes: readonly MatrixAttribute[]) =>
    attributes.filter(({ values }) => values.length > 0).map(({ id }) => id);
  const [old, now] = [used(before), used(after)];
  const common = old.filter((id) => now.includes(id));
  if (common.length === 0 || (common.length === old.length && common.length === now.length))
    return () => undefined;
  const shared = new Set(
    [...before, ...after].flatMap(({ id, values }) =>
      common.includes(id) ? values.map((value) => value.id) : [],
    ),
  );
  const part = (valueIds: readonly number[]) => combinationKey(valueIds.filter((id) => shared.has(id)));
  const found = new Map<string, MatrixRow>();
  for (const row of rows) {
    const known = found.get(part(row.valueIds));
    if (!known || (known.isExcluded && !row.isExcluded)) found.set(part(row.valueIds), row);
  }
  return (valueIds) => found.get(part(valueIds));
}

let stamps = 0;

/**
 * Matrix as form value. React Hook Form clones and deeply compares plain values on every keystroke in any field:
 * a class instance with private rows avoids that, and `stamp` distinguishes instances.
 */
export class FormMatrix implements Matrix {
  readonly attributes: MatrixAttribute[];
  readonly stamp: number;
  readonly #rows: MatrixRow[];

  constructor({ attributes, rows }: Matrix) {
    this.attributes = attributes;
    this.#rows = rows;
    stamps += 1;
    this.stamp = stamps;
  }

  get rows(): MatrixRow[] {
    return this.#rows;
  }

  /** Serialized into the draft. */
  toJSON(): Matrix {
    return { attributes: this.attributes, rows: this.#rows };
  }
}

/** Deep equality. */
export function isSameMatrix(one: Matrix, other: Matrix): boolean {
  return (
    JSON.stringify(one.attributes) === JSON.stringify(other.attributes) &&
    one.rows.length === other.rows.length &&
    one.rows.every((row, place) => {
      const same = other.rows[place];
      return row === same || JSON.stringify(row) === JSON.stringify(same);
    })
  );
}
