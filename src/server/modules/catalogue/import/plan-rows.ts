import * as yup from 'yup';
import { valueKey } from '@/contract/catalogue/attributes/schema';
import type { ImportField } from '@/contract/catalogue/products/imports';
import {
  isLive,
  nextStatus,
  type ProductStatus,
  productStatuses,
  reviewedFields,
} from '@/contract/catalogue/products/moderation';
import { type ProductInput, productSchema } from '@/contract/catalogue/products/schema';
import { skuKey } from '@/contract/catalogue/products/sku';
import { combinationKey, maxVariations, variationSchema } from '@/contract/catalogue/products/variations';
import { changesBetween } from '@/server/core/audit';
import { isAdmin } from '@/server/core/context';
import { errorKey } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isReservedSlug } from '@/server/core/slugs';
import { validateNow } from '@/server/core/validate';
import { roundMoney, toColumnValues, withoutEmptyKeys, withRelatedKeys } from '../products/product-input';
import { isOffered, lacksDecision } from '../products/product-status';
import { isClearing, type ParsedRow, type RowErrors, type RowTexts } from './cells';
import { nameKey } from './find-names';
import {
  type Dictionary,
  markKey,
  namesKey,
  type Option,
  optionError,
  readMoment,
  type StoredRecords,
  type VariationContext,
  type VariationRow,
  valueNamed,
} from './find-records';
import {
  type ImportRow,
  type ImportRun,
  keyOfCell,
  type Outcome,
  type ProductOutcome,
  type StockMark,
} from './import-run';
import { characteristicsAfter, lacksCharacteristics } from './plan-characteristics';
import { fieldOfPath } from './read-row';

interface ProductRow {
  row: ImportRow;
  read: ParsedRow;
  before: JsonRecord | undefined;
}

/** What one row does to the shop's products, or its errors. Does not query the database. */
export function planProduct(
  run: ImportRun,
  stored: StoredRecords,
  { row, read, before }: ProductRow,
): Outcome {
  const errors: RowErrors = { ...read.errors };
  const fail = (field: ImportField, error: string) => {
    errors[keyOfCell(run, row, field)] ??= error;
  };
  if ((before ? run.options.existing : run.options.fresh) === 'skip') {
    return { kind: 'same', productId: before ? Number(before.id) : null };
  }
  const given = completeValues(run, row, read.values, before);
  const kind = given.product_type ?? before?.product_type;
  const warnings: RowErrors = { ...read.warnings };
  // What stands there for a product with variations means nothing: they have it.
  if (kind === 'variable')
    for (const field of ownFields) {
      delete errors[keyOfCell(run, row, field)];
      delete warnings[keyOfCell(run, row, field)];
    }
  if (before && (given.product_type ?? before.product_type) !== before.product_type) {
    fail('product_type', 'error-import-kind');
  }
  if (given.product_type === 'simple' && hasVariationRows(run, row))
    fail('product_type', 'error-import-parent-simple');
  validateKeys(run, stored, row, before, fail);
  Object.assign(warnings, takeOtherAddress(run, stored, row, given, before));
  const owner = before && {
    productId: Number(before.id),
    variationId: null,
    quantity: Number(before.quantity),
  };
  const mark = moveStock(run, stored, row.texts, given, owner, fail);
  const described = characteristicsAfter(before, read.characteristics);
  if (described) given.characteristics = described;
  const status = resolveStatus(run, before, given.status);
  const was = productStatuses.find((one) => one === before?.status);
  if (status === null) fail('status', 'error-wrong-value');
  else if (status && lacksDecision(run.ctx, was, status)) fail('status', 'error-status-refused');
  else if (status === undefined) delete given.status;
  else given.status = status;
  const isSold = kind !== 'variable' || before?.is_sold === true || hasVariationRows(run, row);
  if (status && isOffered(status) && !isSold) fail('status', 'error-variations-required');
  if (lacksCharacteristics(run, before, { ...given, status: status ?? was }, kind))
    fail('characteristics', 'error-characteristics-required');
  const checked = validateProduct(given, before);
  for (const [field, error] of checked.errors) fail(field, error);
  if (Object.keys(errors).length > 0) return { kind: 'bad', errors };
  return planOutcome(run, checked.values, before, { ...read, warnings }, mark);
}

/** What the variations of a product have instead of it. */
const ownFields: readonly ImportField[] = ['price', 'sale_price', 'currency', 'quantity'];

/** A product whose address another shop has gets one of its own, or keeps it, and the row says so. */
function takeOtherAddress(
  run: ImportRun,
  stored: StoredRecords,
  row: ImportRow,
  given: JsonRecord,
  before: JsonRecord | undefined,
): RowErrors {
  const { slug } = row.texts;
  const owner = slug === undefined ? undefined : stored.slugs.get(slug.toLowerCase());
  if (owner === undefined || run.options.match === 'slug' || (before && !stored.foreign.has(owner)))
    return {};
  delete given.slug;
  return { [keyOfCell(run, row, 'slug')]: 'error-import-other-address' };
}

/** Fields required of a new product; other fields are validated only when the file fills them. */
const required = ['name', 'type_id', 'shop_id', 'unit', 'product_type', 'price'];

const maxSchemas = 200;
const schemas = new Map<string, yup.ObjectSchema<yup.AnyObject>>();

/**
 * Validates by the form's schema. An update validates only the given fields, so that a price can change although the
 * stored name is no longer valid.
 */
function validateProduct(given: JsonRecord, before: JsonRecord | undefined) {
  const keys = [...Object.keys(given), ...(before ? [] : required)].filter(
    (key) => key in productSchema.fields,
  );
  const all = withRelatedKeys(keys).sort() as (keyof ProductInput)[];
  const schema = schemas.get(all.join()) ?? productSchema.pick(all);
  // Rows with different empty cells need different schemas.
  if (schemas.size >= maxSchemas) schemas.clear();
  schemas.set(all.join(), schema);
  try {
    const values: JsonRecord = validateNow(schema, { ...before, ...given });
    const own = pickGiven(values, before ? keys : all);
    return { values: before ? own : { ...defaultValues, ...own }, errors: [] };
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    return { values: {}, errors: error.inner.map(({ path, message }) => fieldError(path, message)) };
  }
}

function fieldError(path: string | undefined, message: string): [ImportField, string] {
  return [fieldOfPath(path ?? '') as ImportField, errorKey(message)];
}

const skippedKeys = [
  'shop_id',
  'quantity_was',
  'quantity_reason',
  'variations',
  'variation_options',
  'digital_file',
];

/** Defaults of a new product. */
const defaultValues: JsonRecord = Object.fromEntries(
  Object.entries({ ...productSchema.getDefault() })
    .filter(([key, value]) => !skippedKeys.includes(key) && value !== undefined)
    .map(([key, value]) => [key, key === 'seo' ? {} : value]),
);

/** The parser of the cell has sanitized the description already. */
function pickGiven(values: JsonRecord, keys: readonly string[]): JsonRecord {
  const given = keys.filter((key) => !skippedKeys.includes(key) && key !== 'description');
  const input: JsonRecord = toColumnValues(Object.fromEntries(given.map((key) => [key, values[key]])));
  return keys.includes('description') ? { ...input, description: values.description || null } : input;
}

/**
 * Derives what the row leaves out (product type, shop) and drops fields that a variable product keeps on its
 * variations.
 */
function completeValues(
  run: ImportRun,
  row: ImportRow,
  values: JsonRecord,
  before: JsonRecord | undefined,
): JsonRecord {
  const given: JsonRecord = { ...values };
  if (!before) {
    given.shop_id = run.shopId;
    given.product_type ??= hasVariationRows(run, row) ? 'variable' : 'simple';
  } else if ('seo' in given) given.seo = { ...(before.seo as object), ...(given.seo as object) };
  delete given.is_disable;
  // Unchanged texts are not validated again by today's rules.
  for (const [key, value] of Object.entries(given)) {
    if (before && typeof value === 'string' && value === before[key]) delete given[key];
  }
  if ((given.product_type ?? before?.product_type) !== 'variable') return given;
  // Stored with the variations.
  for (const key of ['price', 'sale_price', 'quantity']) delete given[key];
  return given;
}

/** True when other rows name this one as their product. */
const hasVariationRows = (run: ImportRun, { texts }: ImportRow): boolean =>
  [texts.sku && skuKey(texts.sku), texts.slug?.toLowerCase()].some(
    (key) => key !== undefined && run.file.parents.has(key),
  );

function validateKeys(
  run: ImportRun,
  stored: StoredRecords,
  { texts, line }: ImportRow,
  before: JsonRecord | undefined,
  fail: (field: ImportField, error: string) => void,
): void {
  const { slug } = texts;
  validateName(run, stored, { texts, line }, before, fail);
  const sku = texts.sku && !isClearing(texts.sku) ? texts.sku : undefined;
  if (sku && run.file.bySku.get(skuKey(sku)) !== line) fail('sku', 'error-import-repeated');
  if (slug && run.file.bySlug.get(slug.toLowerCase()) !== line) fail('slug', 'error-import-repeated');
  const skuOwner = sku === undefined ? undefined : stored.skus.get(skuKey(sku));
  const isFreed = skuOwner && skuOwner.variationId === null && stored.released.has(skuOwner.productId);
  if (skuOwner && !isFreed && (skuOwner.variationId !== null || skuOwner.productId !== before?.id))
    fail('sku', takenBy(stored, skuOwner.productId));
  const slugOwner = slug === undefined ? undefined : stored.slugs.get(slug.toLowerCase());
  // A product that is new here may get another address, unless it is found by it.
  const isForeign = stored.foreign.has(slugOwner ?? 0);
  const isKept =
    (before && !isForeign) ||
    run.options.match === 'slug' ||
    (!isForeign && stored.removed.has(slugOwner ?? 0));
  if (slugOwner !== undefined && slugOwner !== before?.id && isKept) fail('slug', takenBy(stored, slugOwner));
  if (slug && slug !== before?.slug && isReservedSlug(slug)) fail('slug', 'error-taken');
}

/** A row without a key of its own, where products are found by their names. */
function validateName(
  { file, options }: ImportRun,
  { names }: StoredRecords,
  { texts: { name, sku, slug }, line }: Pick<ImportRow, 'texts' | 'line'>,
  before: JsonRecord | undefined,
  fail: (field: ImportField, error: string) => void,
): void {
  if (options.match !== 'name' || name === undefined || sku !== undefined || slug !== undefined) return;
  if (file.byName.get(nameKey(name)) !== line) fail('name', 'error-import-repeated');
  if (!before && (names.get(nameKey(name))?.length ?? 0) > 1) fail('name', 'error-import-same-names');
}

/** Who has a key that the row asks for: a product in the trash gives it back when it is restored or deleted. */
const takenBy = ({ removed }: StoredRecords, productId: number): string =>
  removed.has(productId) ? 'error-import-in-trash' : 'error-taken';

/**
 * The stock that a file asks for, when its export said what it saw (rules/catalogue: a file brings no sold pieces back):
 * left alone where the file did not change it, else moved by the difference, or set, as the person chose. Adds an error
 * when more pieces would go than there are.
 */
function moveStock(
  run: ImportRun,
  { marks }: Pick<StoredRecords, 'marks'>,
  texts: RowTexts,
  given: JsonRecord,
  before: { productId: number; variationId: number | null; quantity: number } | undefined,
  fail: (field: ImportField, error: string) => void,
): StockMark | null {
  const [asked, was] = [pieces(given.quantity), pieces(texts.quantity_was)];
  if (!before || asked === undefined || was === undefined) return null;
  const exportedAt = readMoment(texts.exported_at);
  const known = exportedAt && marks.get(markKey(before.productId, before.variationId, exportedAt));
  const seen = typeof known === 'number' ? known : was;
  if (asked === seen) {
    delete given.quantity;
    return null;
  }
  if (run.options.stock === 'difference') {
    given.quantity = before.quantity + asked - seen;
    if (before.quantity + asked - seen < 0) fail('quantity', 'error-stock-changed');
  }
  return exportedAt === undefined ? null : { exportedAt, quantity: asked };
}

/** Pieces in a cell; what is no whole number is left to the schema. */
function pieces(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  const number = /^\d[\d\s]*(?:[.,]0+)?$/.test(text)
    ? Number(text.replace(/\s/g, '').replace(',', '.'))
    : Number.NaN;
  return Number.isInteger(number) ? number : undefined;
}

/**
 * Status after the import; undefined when unchanged, null when not allowed. A vendor's new product is queued for
 * review.
 */
function resolveStatus(
  run: ImportRun,
  before: JsonRecord | undefined,
  asked: unknown,
): ProductStatus | null | undefined {
  if (before && (asked === undefined || asked === before.status)) return undefined;
  const status = productStatuses.find((one) => one === before?.status);
  const wanted = productStatuses.find((one) => one === asked);
  const situation = { isReviewed: run.isReviewed, isAdmin: isAdmin(run.ctx), ...(status && { status }) };
  const isQueued = run.isReviewed && !situation.isAdmin && !isLive(status);
  const isPublished = wanted === 'publish' || wanted === 'approved';
  return nextStatus(situation, isQueued && isPublished ? 'under_review' : wanted);
}

function planOutcome(
  run: ImportRun,
  all: JsonRecord,
  before: JsonRecord | undefined,
  read: ParsedRow,
  mark: StockMark | null,
): Outcome {
  const { categories, tags, ...values } = all;
  // The order of ids within a cell is irrelevant.
  const lists = {
    ...('categories' in read.values && { categories: idsIn(categories) }),
    ...('tags' in read.values && { tags: idsIn(tags) }),
  };
  const was = before && { ...before, seo: withoutEmptyKeys(before.seo) };
  const changes = changesBetween(was ?? {}, { ...values, ...lists });
  for (const key of ['image', 'gallery']) {
    if (before && key in changes && isSamePictures(before[key], values[key])) delete changes[key];
  }
  const isRemoved = before?.deleted_at !== undefined && before.deleted_at !== null;
  if (before && Object.keys(changes).length === 0 && !read.isAwaited && !isRemoved) {
    const productId = Number(before.id);
    return { kind: 'same', productId, isRestored: run.restored.has(productId) };
  }
  const planned: ProductOutcome = {
    kind: 'product',
    before,
    values,
    categories: lists.categories,
    tags: lists.tags,
    mark,
    changes,
    isWaiting: isHeld(run, before) && reviewedFields.some((key) => key in changes),
    warnings: read.warnings,
  };
  return planned;
}

/** Whether reviewed fields of the product wait for an administrator. */
export function isHeld(run: ImportRun, before: JsonRecord | undefined): boolean {
  const status = productStatuses.find((one) => one === before?.status);
  return run.isReviewed && !isAdmin(run.ctx) && isLive(status);
}

function idsIn(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number).sort((one, other) => one - other) : [];
}

function isSamePictures(before: unknown, after: unknown): boolean {
  const ids = (value: unknown) => [value ?? []].flat().map((one) => (one as { id?: number }).id);
  return ids(before).join() === ids(after).join();
}

type Fail = (field: ImportField, error: string) => void;

/** What a variation row does, or its errors. Does not query the database. */
export function planVariation(run: ImportRun, around: VariationContext, given: VariationRow): Outcome {
  const { row, read } = given;
  const errors: RowErrors = { ...read.errors };
  const fail: Fail = (field, error) => {
    errors[keyOfCell(run, row, field)] ??= error;
  };
  const parent = findParent(run, around, given, fail);
  const options = read.values.options as Option[] | undefined;
  if (options) validateOptions(run, around, parent, options, fail);
  const valueIds = options && findValueIds(around.attributes, options);
  const { bySku, byOptions } = findVariations(around, given, parent?.id, valueIds);
  // A row that names both is about the options: articles go from one variation to another.
  const before = byOptions ?? bySku;
  const isOther = before !== undefined && options !== undefined && byOptions === undefined;
  if (isOther) fail('options', 'error-import-options-of-sku');
  if ((before ? run.options.existing : run.options.fresh) === 'skip')
    return { kind: 'same', productId: null };
  if (!before && !options) fail('options', 'error-import-options-required');
  validateSku(run, around, row, before, fail);
  const owner = before && {
    productId: Number(before.product_id),
    variationId: Number(before.id),
    quantity: Number(before.quantity),
  };
  const mark = moveStock(run, around.stored, row.texts, read.values, owner, fail);
  const isFree = isFreeParent(run, around, parent, row);
  const checked = validateVariation(read.values, before, isFree);
  for (const [field, error] of checked.errors) fail(field, error);
  if (Object.keys(errors).length === 0 && !before && options && parent) {
    validateNew(run, around, parent, options, row, fail);
  }
  if (Object.keys(errors).length > 0) return { kind: 'bad', errors };
  const values = checked.values;
  const changes = changesBetween(before ?? {}, values);
  const pictures = [before?.image, values.image].map((one) => (one as { id?: number } | null)?.id);
  if (before && pictures[0] === pictures[1]) delete changes.image;
  if (before && Object.keys(changes).length === 0 && !read.isAwaited) {
    return { kind: 'same', productId: parent?.id ?? null };
  }
  const spelled = (options ?? []).map((option) => inDictionarySpelling(around.attributes, option));
  return {
    kind: 'variation',
    before,
    productId: parent?.id,
    title: before ? String(before.title) : spelled.map(({ value }) => value).join('/'),
    options: spelled,
    valueIds,
    values,
    mark,
    changes,
    warnings: read.warnings,
  };
}

interface Parent {
  /** Undefined in a dry run while the product is only a row of the file. */
  id: number | undefined;
  /** Identifies the product within the file. */
  key: string;
}

function findParent(
  run: ImportRun,
  around: VariationContext,
  { row, variationId }: VariationRow,
  fail: Fail,
): Parent | undefined {
  const { parent } = row.texts;
  if (parent === undefined) {
    const productId = Number(around.byId.get(variationId ?? 0)?.product_id);
    return { id: productId, key: String(productId) };
  }
  const { skus, slugs, products } = around.stored;
  const ids = [skus.get(skuKey(parent))?.productId, slugs.get(parent.toLowerCase()), Number(parent)];
  const id = ids.find((one) => one !== undefined && products.has(one));
  if (id !== undefined) {
    if (products.get(id)?.product_type === 'variable') return { id, key: String(id) };
    fail('parent', 'error-import-parent-simple');
    return undefined;
  }
  const line = run.file.bySku.get(skuKey(parent)) ?? run.file.bySlug.get(parent.toLowerCase());
  const other = line === undefined ? undefined : around.states.get(line);
  if (other && other.state !== 'bad' && line !== row.line) {
    return { id: other.productId ?? undefined, key: `line ${line}` };
  }
  fail('parent', other ? 'error-import-parent-bad' : 'error-import-parent');
  return undefined;
}

/** All variations of a product use the same attributes. */
function validateOptions(
  run: ImportRun,
  around: VariationContext,
  parent: Parent | undefined,
  options: readonly Option[],
  fail: Fail,
): void {
  for (const option of options) {
    const error = optionError(around.attributes, run.file.newValues, option);
    if (error) fail('options', error);
  }
  if (!parent) return;
  const names = namesKey(options.map(({ name }) => name));
  const stored = parent.id === undefined ? undefined : around.namesOf.get(parent.id);
  const expected = stored || run.file.optionNames.get(parent.key);
  if (expected !== undefined && expected !== names) fail('options', 'error-import-options-differ');
  run.file.optionNames.set(parent.key, expected ?? names);
}

function validateNew(
  run: ImportRun,
  around: VariationContext,
  parent: Parent,
  options: readonly Option[],
  { line }: ImportRow,
  fail: Fail,
): void {
  const texts = options.map(({ name, value }) => `${valueKey(name)}:${valueKey(value)}`).sort();
  const key = `${parent.key} ${texts.join(';')}`;
  // A row planned again after a failed batch must not collide with itself.
  const seen = run.file.combinations.get(key);
  if (seen !== undefined && seen !== line) fail('options', 'error-import-repeated');
  else run.file.combinations.set(key, line);
  // A check writes none of them, so it counts those of the whole file.
  const counts = around.isDryRun ? run.file.newVariations : around.newVariations;
  const lines = counts.get(parent.key) ?? new Set();
  counts.set(parent.key, lines.add(line));
  const stored = around.countOf.get(parent.id ?? 0) ?? 0;
  if (stored + lines.size > maxVariations) fail('options', 'error-too-many-values');
}

function validateSku(
  run: ImportRun,
  { stored, moved }: VariationContext,
  row: ImportRow,
  before: JsonRecord | undefined,
  fail: Fail,
): void {
  const { sku } = row.texts;
  if (sku === undefined) {
    if (!before) fail('sku', 'error-sku-required');
    return;
  }
  if (run.file.bySku.get(skuKey(sku)) !== row.line) fail('sku', 'error-import-repeated');
  const owner = stored.skus.get(skuKey(sku));
  const isFreed = owner && owner.variationId !== null && moved.has(owner.variationId);
  if (owner && !isFreed && (owner.variationId === null || owner.variationId !== before?.id))
    fail('sku', takenBy(stored, owner.productId));
}

/** The stored variations with the SKU and with the combination of a row. */
function findVariations(
  around: VariationContext,
  { row, variationId }: VariationRow,
  productId: number | undefined,
  valueIds: number[] | undefined,
): { bySku: JsonRecord | undefined; byOptions: JsonRecord | undefined } {
  const owner = variationId ?? around.stored.skus.get(skuKey(row.texts.sku ?? ''))?.variationId;
  const bySku = owner === undefined || owner === null ? undefined : around.byId.get(owner);
  return {
    bySku: bySku && bySku.product_id === productId ? bySku : undefined,
    byOptions: valueIds && around.byCombination.get(`${productId} ${combinationKey(valueIds)}`),
  };
}

/** Ids of the variations whose SKU a row of the batch changes: another row may have it. */
export function movedVariations(
  run: ImportRun,
  around: VariationContext,
  rows: readonly VariationRow[],
): number[] {
  return rows.flatMap((one) => {
    const { sku } = one.row.texts;
    const options = one.read.values.options as Option[] | undefined;
    if (sku === undefined || !options) return [];
    const parent = findParent(run, around, one, () => {});
    const { byOptions } = findVariations(around, one, parent?.id, findValueIds(around.attributes, options));
    return byOptions && skuKey(String(byOptions.sku)) !== skuKey(sku) ? [Number(byOptions.id)] : [];
  });
}

function findValueIds(attributes: Dictionary, options: readonly Option[]): number[] | undefined {
  const ids = options.map((option) => valueNamed(attributes, option)?.id);
  const known = ids.filter((id) => id !== undefined);
  return known.length === ids.length ? known.sort((one, other) => one - other) : undefined;
}

/** The spelling of the shop's dictionary. */
function inDictionarySpelling(attributes: Dictionary, option: Option): Option {
  const name = attributes.get(valueKey(option.name))?.name ?? option.name;
  return { name, value: valueNamed(attributes, option)?.value ?? option.value };
}

const variationKeys = ['price', 'sale_price', 'quantity', 'sku', 'barcode', 'is_disable', 'image'] as const;
const variationRowSchema = variationSchema.pick([...variationKeys]);

/** Whether the product of a variation is free on purpose, by its row of the file or as it is stored. */
function isFreeParent(
  run: ImportRun,
  around: VariationContext,
  parent: Parent | undefined,
  { texts }: ImportRow,
): boolean {
  const { parent: key = '' } = texts;
  const line = run.file.bySku.get(skuKey(key)) ?? run.file.bySlug.get(key.toLowerCase());
  if (line !== undefined && run.file.free.has(line)) return true;
  return around.stored.products.get(parent?.id ?? 0)?.is_free === true;
}

function validateVariation(values: JsonRecord, before: JsonRecord | undefined, isFree: boolean) {
  const given = variationKeys.filter((key) => key in values);
  const errors: [ImportField, string][] = [];
  if (!before && (values.price === undefined || values.price === null))
    errors.push(['price', 'error-price-required']);
  try {
    const all: JsonRecord = validateNow(variationRowSchema, { ...before, ...values });
    if (given.includes('price') && all.price === 0 && !isFree) errors.push(['price', 'error-price-free']);
    const clean = given.map((key) => [
      key,
      key.endsWith('price') ? roundMoney(all[key]) : (all[key] ?? emptyValue(key)),
    ]);
    return { values: Object.fromEntries(clean) as JsonRecord, errors };
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    errors.push(...error.inner.map(({ path, message }) => fieldError(path, message)));
    return { values: {}, errors };
  }
}

function emptyValue(key: string): unknown {
  if (key === 'quantity') return 0;
  return key === 'is_disable' ? false : null;
}
