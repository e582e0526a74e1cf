import * as yup from 'yup';
import type { ImportField } from '@/contract/catalogue/products/imports';
import {
  isLive,
  nextStatus,
  type ProductStatus,
  productStatuses,
  reviewedFields,
} from '@/contract/catalogue/products/moderation';
import { type ProductInput, productSchema } from '@/contract/catalogue/products/schema';
import { changesBetween } from '@/server/core/audit';
import { isAdmin } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/resource/query';
import { isReservedSlug } from '@/server/core/resource/slugs';
import { roubles } from '../products/product-input';
import { isOffered } from '../products/product-status';
import { isClearing } from './cells';
import type { Stored } from './find-records';
import {
  type ImportRow,
  type Job,
  keyOfField,
  type Outcome,
  type ProductOutcome,
  type RowErrors,
} from './job';
import { fieldOfPath, type ReadRow } from './read-row';

/** A row, what its cells mean, and the product that it is about, if there is one. */
export interface ProductRow {
  row: ImportRow;
  read: ReadRow;
  before: JsonRecord | undefined;
}

/** What one row does to the shop's products, or what is wrong with it. Asks nothing of the database. */
export function planProduct(job: Job, stored: Stored, { row, read, before }: ProductRow): Outcome {
  const errors: RowErrors = { ...read.errors };
  const fail = (field: ImportField, error: string) => {
    errors[keyOfField(job, field)] ??= error;
  };
  if ((before ? job.options.existing : job.options.fresh) === 'skip') {
    return { kind: 'same', productId: before ? Number(before.id) : null };
  }
  const given = settle(job, row, read.values, before);
  if (before && (given.product_type ?? before.product_type) !== before.product_type) {
    fail('product_type', 'error-import-kind');
  }
  if (given.product_type === 'simple' && isNamed(job, row))
    fail('product_type', 'error-import-parent-simple');
  checkKeys(job, stored, row, before, fail);
  const status = statusOf(job, before, given.status);
  if (status === null) fail('status', 'error-wrong-value');
  else if (status === undefined) delete given.status;
  else given.status = status;
  const kind = given.product_type ?? before?.product_type;
  const isSold = kind !== 'variable' || before?.is_sold === true || isNamed(job, row);
  if (status && isOffered(status) && !isSold) fail('status', 'error-variations-required');
  const checked = check(given, before);
  for (const [field, error] of checked.errors) fail(field, error);
  if (Object.keys(errors).length > 0) return { kind: 'bad', errors };
  return outcome(job, checked.values, before, read);
}

/** Keys with rules between them: when one is given, all are looked at (`readProduct` of the form does so, too). */
const groups = [
  ['product_type', 'price', 'sale_price'],
  [
    'product_type',
    'is_digital',
    'digital_file',
    'is_external',
    'external_product_url',
    'external_product_button_text',
  ],
];

/** What a new product must have; its other columns are looked at only where the file fills them. */
const required = ['name', 'type_id', 'shop_id', 'unit', 'product_type', 'price'];

const maxSchemas = 200;
const schemas = new Map<string, yup.ObjectSchema<yup.AnyObject>>();

/** The form's own rules. Of an update only what is given is looked at, so that a price can change beside an old name. */
function check(given: JsonRecord, before: JsonRecord | undefined) {
  const keys = [...Object.keys(given), ...(before ? [] : required)].filter(
    (key) => key in productSchema.fields,
  );
  const related = groups.filter((group) => group.some((key) => keys.includes(key))).flat();
  const all = [...new Set([...keys, ...related])].sort() as (keyof ProductInput)[];
  const schema = schemas.get(all.join()) ?? productSchema.pick(all);
  // Rows with cells empty here and there are of many shapes.
  if (schemas.size >= maxSchemas) schemas.clear();
  schemas.set(all.join(), schema);
  try {
    const values: JsonRecord = schema.validateSync({ ...before, ...given }, { abortEarly: false });
    const own = pickGiven(values, before ? keys : all);
    return { values: before ? own : { ...unsaid, ...own }, errors: [] };
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    return { values: {}, errors: error.inner.map(({ path, message }) => fieldError(path, message)) };
  }
}

function fieldError(path: string | undefined, message: string): [ImportField, string] {
  // yup's own sentences are no keys.
  const error = message.startsWith('error-') ? message : 'error-wrong-value';
  return [fieldOfPath(path ?? '') as ImportField, error];
}

const elsewhere = [
  'shop_id',
  'quantity_was',
  'quantity_reason',
  'variations',
  'variation_options',
  'digital_file',
];

/** What a new product is where nobody says otherwise. */
const unsaid: JsonRecord = Object.fromEntries(
  Object.entries({ ...productSchema.getDefault() })
    .filter(([key, value]) => !elsewhere.includes(key) && value !== undefined)
    .map(([key, value]) => [key, key === 'seo' ? {} : value]),
);

function pickGiven(values: JsonRecord, keys: readonly string[]): JsonRecord {
  const entries = keys
    .filter((key) => !elsewhere.includes(key))
    .map((key) => {
      const value = values[key];
      if (key === 'price' || key === 'sale_price') return [key, roubles(value)];
      if (key === 'quantity') return [key, value ?? 0];
      if (key === 'seo') return [key, withoutEmpty(value)];
      return [key, value === '' || value === undefined ? null : value];
    });
  return Object.fromEntries(entries);
}

/** What a row leaves unsaid: what kind of product it is when variations name it, what a variable one has none of. */
function settle(job: Job, row: ImportRow, values: JsonRecord, before: JsonRecord | undefined): JsonRecord {
  const given: JsonRecord = { ...values };
  if (!before) {
    given.shop_id = job.shopId;
    given.product_type ??= isNamed(job, row) ? 'variable' : 'simple';
  } else if ('seo' in given) given.seo = { ...(before.seo as object), ...(given.seo as object) };
  delete given.is_disable;
  // A text that is what it was is not judged by the rules of today.
  for (const [key, value] of Object.entries(given)) {
    if (before && typeof value === 'string' && value === before[key]) delete given[key];
  }
  if ((given.product_type ?? before?.product_type) !== 'variable') return given;
  // They lie with the variations.
  for (const key of ['price', 'sale_price', 'quantity']) delete given[key];
  return given;
}

/** True for a row that others name as their product. */
const isNamed = (job: Job, { texts }: ImportRow): boolean =>
  [texts.sku, texts.slug?.toLowerCase()].some((key) => key !== undefined && job.file.parents.has(key));

function checkKeys(
  job: Job,
  stored: Stored,
  { texts, line }: ImportRow,
  before: JsonRecord | undefined,
  fail: (field: ImportField, error: string) => void,
): void {
  const { slug } = texts;
  const sku = texts.sku && !isClearing(texts.sku) ? texts.sku : undefined;
  if (sku && job.file.bySku.get(sku) !== line) fail('sku', 'error-import-repeated');
  if (slug && job.file.bySlug.get(slug.toLowerCase()) !== line) fail('slug', 'error-import-repeated');
  const skuOwner = sku === undefined ? undefined : stored.skus.get(sku);
  if (skuOwner && (skuOwner.variationId !== null || skuOwner.productId !== before?.id))
    fail('sku', 'error-taken');
  const slugOwner = slug === undefined ? undefined : stored.slugs.get(slug.toLowerCase());
  if (slugOwner !== undefined && slugOwner !== before?.id) fail('slug', 'error-taken');
  if (slug && slug !== before?.slug && isReservedSlug(slug)) fail('slug', 'error-taken');
}

/** The status that comes of what is asked; undefined when it stays. A vendor's new product goes to the queue. */
function statusOf(
  job: Job,
  before: JsonRecord | undefined,
  asked: unknown,
): ProductStatus | null | undefined {
  if (before && (asked === undefined || asked === before.status)) return undefined;
  const status = productStatuses.find((one) => one === before?.status);
  const wanted = productStatuses.find((one) => one === asked);
  const situation = { isReviewed: job.isReviewed, isAdmin: isAdmin(job.ctx), ...(status && { status }) };
  const isQueued = job.isReviewed && !situation.isAdmin && !isLive(status);
  const isPublished = wanted === 'publish' || wanted === 'approved';
  return nextStatus(situation, isQueued && isPublished ? 'under_review' : wanted);
}

function outcome(job: Job, all: JsonRecord, before: JsonRecord | undefined, read: ReadRow): Outcome {
  const { categories, tags, ...values } = all;
  // The order of a cell's parts means nothing.
  const lists = {
    ...('categories' in read.values && { categories: idsIn(categories) }),
    ...('tags' in read.values && { tags: idsIn(tags) }),
  };
  const was = before && { ...before, seo: withoutEmpty(before.seo) };
  const changes = changesBetween(was ?? {}, { ...values, ...lists });
  for (const key of ['image', 'gallery']) {
    if (before && key in changes && isSamePictures(before[key], values[key])) delete changes[key];
  }
  if (before && Object.keys(changes).length === 0 && !read.isAwaited) {
    return { kind: 'same', productId: Number(before.id) };
  }
  const planned: ProductOutcome = {
    kind: 'product',
    before,
    values,
    categories: lists.categories,
    tags: lists.tags,
    changes,
    isWaiting: isHeld(job, before) && reviewedFields.some((key) => key in changes),
    warnings: read.warnings,
  };
  return planned;
}

function withoutEmpty(value: unknown): JsonRecord {
  return Object.fromEntries(
    Object.entries(value ?? {}).filter(([, one]) => one !== null && one !== undefined),
  );
}

/** Whether what buyers see of a product, as it is stored, waits for an administrator. */
export function isHeld(job: Job, before: JsonRecord | undefined): boolean {
  const status = productStatuses.find((one) => one === before?.status);
  return job.isReviewed && !isAdmin(job.ctx) && isLive(status);
}

function idsIn(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number).sort((one, other) => one - other) : [];
}

function isSamePictures(before: unknown, after: unknown): boolean {
  const ids = (value: unknown) => [value ?? []].flat().map((one) => (one as { id?: number }).id);
  return ids(before).join() === ids(after).join();
}
