import * as yup from 'yup';
import { valueKey } from '@/contract/catalogue/attributes/schema';
import type { ImportField } from '@/contract/catalogue/products/imports';
import { combinationKey, maxVariations, variationSchema } from '@/contract/catalogue/products/variations';
import { changesBetween } from '@/server/core/audit';
import type { JsonRecord } from '@/server/core/resource/query';
import { roubles } from '../products/product-input';
import { optionsOf } from './cells';
import type { Stored } from './find-records';
import { type ImportRow, type Job, keyOfField, type Outcome, type RowErrors } from './job';
import { type Dictionary, type Option, optionError } from './options';
import { fieldOfPath, type ReadRow } from './read-row';

/** A row that is a variation: of a stored product, of another row's, or nobody's. */
export interface VariationRow {
  row: ImportRow;
  read: ReadRow;
  /** The variation that has its SKU, when the row does not say whose it is. */
  variationId: number | null;
}

/** What variations of one batch are judged by. */
export interface Around {
  stored: Stored;
  attributes: Dictionary;
  /** Variations that are there: by id, and by product and combination. */
  byId: ReadonlyMap<number, JsonRecord>;
  byCombination: ReadonlyMap<string, JsonRecord>;
  /** Names of attributes of each stored product, as keys in order; and how many variations it has. */
  namesOf: ReadonlyMap<number, string>;
  countOf: Map<number, number>;
  /** What other rows of the file have come to, by line. */
  states: ReadonlyMap<number, { state: string; productId: number | null }>;
}

type Fail = (field: ImportField, error: string) => void;

/** What a variation's row does, or what is wrong with it. Asks nothing of the database. */
export function planVariation(job: Job, around: Around, given: VariationRow): Outcome {
  const { row, read } = given;
  const errors: RowErrors = { ...read.errors };
  const fail: Fail = (field, error) => {
    errors[keyOfField(job, field)] ??= error;
  };
  const parent = parentOf(job, around, given, fail);
  const options = read.values.options as Option[] | undefined;
  if (options) checkOptions(job, around, parent, options, fail);
  const valueIds = options && idsOf(around.attributes, options);
  const before = foundBefore(around, given, parent?.id, valueIds);
  if ((before ? job.options.existing : job.options.fresh) === 'skip')
    return { kind: 'same', productId: null };
  if (!before && !options) fail('options', 'error-import-options-required');
  checkSku(job, around, row, before, fail);
  const checked = check(read.values, before);
  for (const [field, error] of checked.errors) fail(field, error);
  if (Object.keys(errors).length === 0 && !before && options && parent) {
    checkNew(job, around, parent, options, row, fail);
  }
  if (Object.keys(errors).length > 0) return { kind: 'bad', errors };
  const values = checked.values;
  const changes = changesBetween(before ?? {}, values);
  const pictures = [before?.image, values.image].map((one) => (one as { id?: number } | null)?.id);
  if (before && pictures[0] === pictures[1]) delete changes.image;
  if (before && Object.keys(changes).length === 0 && !read.isAwaited) {
    return { kind: 'same', productId: parent?.id ?? null };
  }
  const spelled = (options ?? []).map((option) => spelledAs(around.attributes, option));
  return {
    kind: 'variation',
    before,
    productId: parent?.id,
    title: before ? String(before.title) : spelled.map(({ value }) => value).join('/'),
    options: spelled,
    valueIds,
    values,
    changes,
    warnings: read.warnings,
  };
}

/** Reads the cell of options into the row's values; what cannot be read is told there. */
export function readOptions(job: Job, { texts }: ImportRow, read: ReadRow): Option[] {
  if (texts.options === undefined) return [];
  const options = optionsOf(texts.options);
  const names = new Set(options?.map(({ name }) => valueKey(name)));
  const isRight = options !== undefined && options.length <= 10 && names.size === options.length;
  if (!isRight) read.errors[keyOfField(job, 'options')] = 'error-import-options';
  else read.values.options = options;
  return isRight ? options : [];
}

interface Parent {
  /** Undefined while it is only a row of the file. */
  id: number | undefined;
  /** What tells it apart among the file's. */
  key: string;
}

function parentOf(
  job: Job,
  around: Around,
  { row, variationId }: VariationRow,
  fail: Fail,
): Parent | undefined {
  const { parent } = row.texts;
  if (parent === undefined) {
    const productId = Number(around.byId.get(variationId ?? 0)?.product_id);
    return { id: productId, key: String(productId) };
  }
  const { skus, slugs, products } = around.stored;
  const ids = [skus.get(parent)?.productId, slugs.get(parent.toLowerCase()), Number(parent)];
  const id = ids.find((one) => one !== undefined && products.has(one));
  if (id !== undefined) {
    if (products.get(id)?.product_type === 'variable') return { id, key: String(id) };
    fail('parent', 'error-import-parent-simple');
    return undefined;
  }
  const line = job.file.bySku.get(parent) ?? job.file.bySlug.get(parent.toLowerCase());
  const other = line === undefined ? undefined : around.states.get(line);
  if (other && other.state !== 'bad' && line !== row.line) {
    return { id: other.productId ?? undefined, key: `line ${line}` };
  }
  fail('parent', other ? 'error-import-parent-bad' : 'error-import-parent');
  return undefined;
}

/** All variations of a product differ by the same attributes. */
function checkOptions(
  job: Job,
  around: Around,
  parent: Parent | undefined,
  options: readonly Option[],
  fail: Fail,
): void {
  for (const option of options) {
    const error = optionError(around.attributes, option);
    if (error) fail('options', error);
  }
  if (!parent) return;
  const names = namesKey(options.map(({ name }) => name));
  const stored = parent.id === undefined ? undefined : around.namesOf.get(parent.id);
  const expected = stored || job.file.optionNames.get(parent.key);
  if (expected !== undefined && expected !== names) fail('options', 'error-import-options-differ');
  job.file.optionNames.set(parent.key, expected ?? names);
}

/** Names of attributes, to be compared. */
export function namesKey(names: readonly string[]): string {
  return names.map(valueKey).sort().join('; ');
}

function checkNew(
  job: Job,
  around: Around,
  parent: Parent,
  options: readonly Option[],
  { line }: ImportRow,
  fail: Fail,
): void {
  const texts = options.map(({ name, value }) => `${valueKey(name)}:${valueKey(value)}`).sort();
  const key = `${parent.key} ${texts.join(';')}`;
  // A row that is planned a second time, after a failure of its batch, must not meet itself.
  const seen = job.file.combinations.get(key);
  if (seen !== undefined && seen !== line) fail('options', 'error-import-repeated');
  else job.file.combinations.set(key, line);
  if (parent.id === undefined) return;
  const count = (around.countOf.get(parent.id) ?? 0) + 1;
  if (count > maxVariations) fail('options', 'error-too-many-values');
  around.countOf.set(parent.id, count);
}

function checkSku(
  job: Job,
  { stored }: Around,
  row: ImportRow,
  before: JsonRecord | undefined,
  fail: Fail,
): void {
  const { sku } = row.texts;
  if (sku === undefined) {
    if (!before) fail('sku', 'error-sku-required');
    return;
  }
  if (job.file.bySku.get(sku) !== row.line) fail('sku', 'error-import-repeated');
  const owner = stored.skus.get(sku);
  if (owner && (owner.variationId === null || owner.variationId !== before?.id)) fail('sku', 'error-taken');
}

/** By its SKU, or else by its combination. */
function foundBefore(
  around: Around,
  { row, variationId }: VariationRow,
  productId: number | undefined,
  valueIds: number[] | undefined,
): JsonRecord | undefined {
  const owner = variationId ?? around.stored.skus.get(row.texts.sku ?? '')?.variationId;
  const bySku = owner === undefined || owner === null ? undefined : around.byId.get(owner);
  if (bySku && bySku.product_id === productId) return bySku;
  return valueIds && around.byCombination.get(`${productId} ${combinationKey(valueIds)}`);
}

function idsOf(attributes: Dictionary, options: readonly Option[]): number[] | undefined {
  const ids = options.map(
    ({ name, value }) => attributes.get(valueKey(name))?.values.get(valueKey(value))?.id,
  );
  const known = ids.filter((id) => id !== undefined);
  return known.length === ids.length ? known.sort((one, other) => one - other) : undefined;
}

/** As the shop's dictionary writes them. */
function spelledAs(attributes: Dictionary, { name, value }: Option): Option {
  const attribute = attributes.get(valueKey(name));
  return { name: attribute?.name ?? name, value: attribute?.values.get(valueKey(value))?.value ?? value };
}

const keys = ['price', 'sale_price', 'quantity', 'sku', 'barcode', 'is_disable', 'image'] as const;
const schema = variationSchema.pick([...keys]);

function check(values: JsonRecord, before: JsonRecord | undefined) {
  const given = keys.filter((key) => key in values);
  const errors: [ImportField, string][] = [];
  if (!before && (values.price === undefined || values.price === null))
    errors.push(['price', 'error-price-required']);
  try {
    const all: JsonRecord = schema.validateSync({ ...before, ...values }, { abortEarly: false });
    const clean = given.map((key) => [
      key,
      key.endsWith('price') ? roubles(all[key]) : (all[key] ?? emptyOf(key)),
    ]);
    return { values: Object.fromEntries(clean) as JsonRecord, errors };
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    for (const { path = '', message } of error.inner) {
      const text = message.startsWith('error-') ? message : 'error-wrong-value';
      errors.push([fieldOfPath(path) as ImportField, text]);
    }
    return { values: {}, errors };
  }
}

function emptyOf(key: string): unknown {
  if (key === 'quantity') return 0;
  return key === 'is_disable' ? false : null;
}
