import { type Insertable, sql, type Updateable } from 'kysely';
import { products } from '@/contract/catalogue/products';
import { type ProductStatus, reviewedFields } from '@/contract/catalogue/products/moderation';
import { productSchema } from '@/contract/catalogue/products/schema';
import { defaultLanguage } from '@/contract/core/languages';
import { audit, type Changes, changesBetween } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { isOutdated } from '@/server/core/numbers';
import { freeSlug, isTaken } from '@/server/core/slugs';
import { submitChange, submitProduct, waitingValues } from '../moderation/product-reviews';
import { explainStock } from '../stock/stock';
import { quantityAfter } from '../variations/apply-edit';
import { changeVariations } from '../variations/change-variations';
import { replaceAttachedValues } from '../variations/combinations';
import { auditedChanges, lockVariations, removeVariations } from '../variations/variation-rows';
import {
  assertCharacteristics,
  type GivenCharacteristic,
  replaceCharacteristics,
  settleCharacteristics,
  storedCharacteristics,
} from './characteristics';
import { mayEditProducts } from './policy';
import { getProduct } from './presenter';
import { withFiles } from './product-files';
import { type ParsedProduct, parseProduct, parseTexts } from './product-input';
import { assertLinks, saveLinks } from './product-links';
import { lockProduct, type StoredProduct, staleEditError } from './product-lock';
import { findTakenSkus, reportingTakenSku } from './product-skus';
import {
  assertMayMove,
  assertSellable,
  describeSituation,
  isOffered,
  needsReview,
  statusAfter,
  syncReview,
} from './product-status';

const family = 'products';

/**
 * `POST products`. In another language, an existing slug makes it a translation of that product. Throws NOT_FOUND for
 * another shop, VALIDATION_FAILED with the fields.
 */
export async function createProduct(ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  const user = requireUser(ctx);
  if (ctx.locale !== defaultLanguage && typeof body.slug === 'string') {
    const slug = body.slug.trim().toLowerCase();
    if (slug !== '' && (await isTaken(ctx, 'products', slug, 0))) return updateProduct(ctx, slug, body);
  }
  const read = await parseProduct(body);
  const shop_id = await findShop(ctx, read.input.shop_id);
  const situation = await describeSituation(ctx);
  const status = statusAfter(situation, read.input.status as ProductStatus);
  assertMayMove(user, undefined, status);
  await assertLinks(ctx, read.input, {});
  const settled = await withSettled(ctx, shop_id, { ...read.input, shop_id, status }, {});
  const values = await withFiles(ctx, shop_id, settled, {});
  const { id, changes } = await insertWithRelations(ctx, values, read);
  await audit(ctx, { family, id, action: 'create', changes });
  if (isOffered(status)) {
    await assertSellable(ctx, id);
    await assertCharacteristics(ctx, id);
  }
  await syncReview(user, { id, shop_id }, { after: status, isAsked: true });
  return getProduct(ctx, String(id));
}

/**
 * `PUT products/{id or slug}`: changes what was sent. A vendor's changes of reviewed fields of a live product
 * wait for an administrator while reviews are on. Throws NOT_FOUND, CONFLICT, VALIDATION_FAILED.
 */
export async function updateProduct(ctx: Ctx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const user = requireUser(ctx);
  const row = await lockProduct(ctx, key);
  if (isOutdated(body.version, row.version)) throw await staleEditError(ctx, row.id);
  if (ctx.locale === defaultLanguage) await applyEdit(user, row, body);
  else await applyTranslation(user, row, body);
  return getProduct(ctx, String(row.id));
}

async function applyEdit(ctx: UserCtx, row: StoredProduct, body: JsonRecord): Promise<void> {
  const before = await loadStoredInput(ctx, row);
  const read = await parseProduct(body, before);
  const sent = pick(
    read.input,
    read.sent.filter((key) => key !== 'shop_id' && key !== 'status'),
  );
  const was = row.status as ProductStatus;
  const situation = await describeSituation(ctx, was);
  const isAsked = read.sent.includes('status');
  const status = statusAfter(situation, isAsked ? (read.input.status as ProductStatus) : undefined);
  assertMayMove(ctx, was, status);
  await assertLinks(ctx, sent, before);
  const settled = await withSettled(ctx, row.shop_id, sent, before);
  const values = await withFiles(ctx, row.shop_id, settled, before);
  const isUnderReview = needsReview(situation);
  const own = isUnderReview ? pick(values, reviewedFields) : {};
  const applied = Object.fromEntries(Object.entries(values).filter(([key]) => !(key in own)));
  // A taken slug is reported now rather than at the decision.
  if ('slug' in own) own.slug = await freeSlug(ctx, products, 'products', { ...before, ...own }, row.id);
  const {
    changes,
    isWritten,
    waiting: ofVariations,
  } = await updateWithRelations(ctx, row, before, { ...applied, status }, read, isUnderReview);
  const waiting = { ...own, ...ofVariations };
  const isOffer = isOffered(status) && (status !== was || offerKeys.some((key) => key in applied));
  if (isOffer) await assertSellable(ctx, row.id);
  const isDescribedAnew = describedKeys.some((key) => key in changes || key in waiting);
  if (isOffered(status) && (status !== was || isDescribedAnew)) {
    // What waits is approved together, so it counts together.
    const held = Object.keys(waiting).length > 0 ? await waitingValues(ctx, row.id) : {};
    await assertCharacteristics(ctx, row.id, { ...held, ...waiting });
  }
  const isSubmitted = Object.keys(waiting).length > 0 && (await submitChange(ctx, row, waiting));
  if (isSubmitted && !isWritten) await writeColumns(ctx, row, {});
  if (isWritten || isSubmitted) await audit(ctx, { family, id: row.id, action: 'update', changes });
  // A save that changes nothing does not queue the product anew.
  if (!isWritten && status === 'under_review') return;
  await syncReview(ctx, row, { before: was, after: status, isAsked });
}

/** Keys that decide whether a product can be bought. */
const offerKeys = ['product_type', 'price', 'is_free', 'type_id', 'variations', 'variation_options'];

/** Keys that decide whether a product has the characteristics that its categories demand. */
const describedKeys = ['categories', 'characteristics', 'variations'];

/** The values with their characteristics in the spelling of the shop. */
async function withSettled(
  ctx: Ctx,
  shopId: number,
  values: JsonRecord,
  before: JsonRecord,
): Promise<JsonRecord> {
  if (!('characteristics' in values)) return values;
  const given = values.characteristics as GivenCharacteristic[];
  const had = (before.characteristics ?? []) as GivenCharacteristic[];
  return { ...values, characteristics: await settleCharacteristics(ctx, shopId, given, had) };
}

/** Saves texts of another language; those of a live product wait for review, too. */
async function applyTranslation(ctx: UserCtx, row: StoredProduct, body: JsonRecord): Promise<void> {
  const { translations: stored, ...base } = row;
  const all = stored as Record<string, JsonRecord>;
  const own = all[ctx.locale] ?? {};
  const before = { ...pick(base, products.translatable), ...own };
  const texts = await parseTexts(body, before, products.translatable);
  const situation = await describeSituation(ctx, row.status as ProductStatus);
  if (needsReview(situation)) {
    const isSubmitted = await submitChange(ctx, row, { [`translations.${ctx.locale}`]: texts });
    if (isSubmitted) await writeColumns(ctx, row, {});
    return;
  }
  if (ctx.locale in all && Object.keys(changesBetween(own, texts)).length === 0) return;
  await writeColumns(ctx, row, { translations: { ...all, [ctx.locale]: { ...own, ...texts } } });
  // An original that stands in for a missing text is not its former value.
  const changes = changesBetween(own, texts);
  await audit(ctx, { family, id: row.id, action: `translate:${ctx.locale}`, changes });
  if (row.status === 'under_review') await submitProduct(ctx, row);
}

/** The shop of a new product. Throws NOT_FOUND for another vendor's. */
async function findShop(ctx: Ctx, id: unknown): Promise<number> {
  if (typeof id !== 'number') return rejectValue('shop_id');
  if (!mayEditProducts(ctx, id)) throw new AppError('NOT_FOUND');
  const shop = await ctx.db
    .selectFrom('shops')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    // No lock: the trigger that counts products updates the shop, and two share locks would deadlock.
    .executeTakeFirst();
  return shop?.id ?? rejectValue('shop_id');
}

function requireUser(ctx: Ctx): UserCtx {
  const { user } = ctx;
  if (!user) throw new AppError('NOT_AUTHENTICATED');
  return { ...ctx, user };
}

/** Inserts a product with its relations and variations; returns the audited changes. */
async function insertWithRelations(
  ctx: Ctx,
  given: JsonRecord,
  read: ParsedProduct,
): Promise<{ id: number; changes: Changes }> {
  const values = normalizeByType(given, {});
  const shop_id = Number(values.shop_id);
  values.slug = await freeSlug(ctx, products, 'products', values);
  await assertSkuFree(ctx, { id: 0, shop_id }, null, values.sku);
  await explainStock(ctx, { kind: 'opening', reason: read.input.quantity_reason });
  const id = await insertProduct(ctx, toColumns(values));
  await saveLinks(ctx, id, values);
  await saveCharacteristics(ctx, { id, shop_id }, values);
  const product = { id, shop_id, is_free: values.is_free === true };
  const variations = await saveVariations(ctx, product, String(values.product_type), read, false);
  return {
    id,
    changes: { ...changesBetween({}, withoutEmpty(auditedValues(values))), ...variations.changes },
  };
}

async function saveCharacteristics(
  ctx: Ctx,
  { id, shop_id }: { id: number; shop_id: number },
  values: JsonRecord,
): Promise<void> {
  if (!('characteristics' in values)) return;
  const characteristics = values.characteristics as GivenCharacteristic[];
  await replaceCharacteristics(ctx, shop_id, [{ id, characteristics }]);
}

async function insertProduct(ctx: Ctx, columns: JsonRecord): Promise<number> {
  const texts = pick(columns, products.translatable);
  const isForeign = ctx.locale !== defaultLanguage;
  const added = {
    ...columns,
    ...(isForeign && { translations: JSON.stringify({ [ctx.locale]: texts }) }),
    created_at: ctx.now,
    updated_at: ctx.now,
  } as unknown as Insertable<DB['products']>;
  const insert = () => ctx.db.insertInto('products').values(added).returning('id').executeTakeFirstOrThrow();
  return (await reportingTakenSku(() => 'sku', insert)).id;
}

/**
 * Updates a locked product with its relations and variations, if anything differs; returns the audited changes and the
 * variation values that wait for review.
 */
async function updateWithRelations(
  ctx: Ctx,
  row: StoredProduct,
  before: JsonRecord,
  given: JsonRecord,
  read: ParsedProduct,
  isWatched: boolean,
): Promise<{ changes: Changes; isWritten: boolean; waiting: JsonRecord }> {
  const kind = String(given.product_type ?? row.product_type);
  const removed =
    kind === 'simple' && row.product_type === 'variable' ? await removeAllVariations(ctx, row.id) : {};
  const values = normalizeByType({ ...given, product_type: kind }, before);
  if ('quantity' in values) values.quantity = quantityAfterEdit(row, given, read);
  if ('slug' in values)
    values.slug = await freeSlug(ctx, products, 'products', { ...before, ...values }, row.id);
  await assertSkuFree(ctx, row, before.sku, values.sku);
  await explainStock(ctx, { kind: 'adjustment', reason: read.input.quantity_reason });
  const own = { ...changesBetween(before, auditedValues(values)), ...removed };
  const isChanged = Object.keys(own).length > 0;
  if (isChanged) {
    await writeColumns(ctx, row, values);
    await saveLinks(ctx, row.id, values);
    await saveCharacteristics(ctx, row, values);
  }
  const product = { ...row, is_free: (values.is_free ?? row.is_free) === true };
  const { changes, waiting } = await saveVariations(ctx, product, kind, read, isWatched);
  const hasOther = Object.keys(changes).length > 0;
  if (hasOther && !isChanged) await writeColumns(ctx, row, {});
  return { changes: { ...own, ...changes }, isWritten: isChanged || hasOther, waiting };
}

/** A variable product has no price, SKU and stock of its own (rules/catalogue: the server derives ranges and stock). */
function normalizeByType(given: JsonRecord, before: JsonRecord): JsonRecord {
  // The file of a product that is no longer digital is released.
  const values: JsonRecord = given.is_digital === false ? { ...given, digital_file: null } : { ...given };
  if (values.product_type !== 'variable') {
    const isNew = before.product_type === 'variable' && !('quantity' in values);
    return isNew ? { ...values, quantity: 0 } : values;
  }
  const { quantity: _ofVariations, ...rest } = values;
  const none = { price: null, sale_price: null, sku: null, digital_file: null };
  return before.product_type === 'variable'
    ? { ...rest, ...none }
    : { ...rest, ...none, quantity: 0, min_price: null, max_price: null };
}

function quantityAfterEdit(row: StoredProduct, given: JsonRecord, { input, sent }: ParsedProduct): number {
  const isOther = given.product_type !== undefined && given.product_type !== row.product_type;
  const isVariable = (given.product_type ?? row.product_type) === 'variable';
  if (isVariable) return 0;
  const was = sent.includes('quantity_was') && !isOther ? (input.quantity_was ?? null) : null;
  const quantity = sent.includes('quantity') ? (input.quantity ?? 0) : 0;
  return quantityAfter(row.quantity, { quantity, quantity_was: was }, 'quantity');
}

/** Removes the variations and their values; the dictionary stays (rules/catalogue: values belong to the dictionary). */
async function removeAllVariations(ctx: Ctx, id: number): Promise<Changes> {
  const all = await lockVariations(ctx, id);
  await explainStock(ctx, { kind: 'adjustment' });
  await removeVariations(ctx, all);
  await replaceAttachedValues(ctx, id, []);
  return auditedChanges(all, []);
}

async function saveVariations(
  ctx: Ctx,
  product: { id: number; shop_id: number; is_free: boolean },
  kind: string,
  { input, sent, upsert, delete: removed }: ParsedProduct,
  isWatched: boolean,
): Promise<{ changes: Changes; waiting: JsonRecord }> {
  const isSent = sent.includes('variations') || sent.includes('variation_options');
  if (kind !== 'variable' || !isSent) return { changes: {}, waiting: {} };
  const ids = input.variations?.map((one) => one.attribute_value_id);
  const chosen = sent.includes('variations') ? [...new Set(ids)] : undefined;
  const changes = { chosen, upsert, delete: removed, reason: input.quantity_reason, isWatched };
  return changeVariations(ctx, product, changes, () => staleEditError(ctx, product.id));
}

async function assertSkuFree(
  ctx: Ctx,
  row: { id: number; shop_id: number },
  before: unknown,
  sku: unknown,
): Promise<void> {
  if (typeof sku !== 'string' || sku === before) return;
  const [error] = (await findTakenSkus(ctx, row, [sku], { product: true, variations: [] })).values();
  if (error) rejectField('sku', error);
}

/** Updates columns of a locked product and increments its version. */
async function writeColumns(ctx: Ctx, row: StoredProduct, values: JsonRecord): Promise<void> {
  const changed = {
    ...toColumns(values),
    version: row.version + 1,
    updated_at: ctx.now,
  } as Updateable<DB['products']>;
  const update = () => ctx.db.updateTable('products').set(changed).where('id', '=', row.id).execute();
  await reportingTakenSku(() => 'sku', update);
}

/** Audited with the variations, computed, or only input. */
const unauditedKeys = ['variation_options', 'quantity_was', 'quantity_reason', 'min_price', 'max_price'];

function auditedValues(values: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !unauditedKeys.includes(key)));
}

function withoutEmpty(values: JsonRecord): JsonRecord {
  const isEmpty = (value: unknown) =>
    value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}

/** Input keys that are not columns of `products`. */
const virtualKeys = [
  'categories',
  'tags',
  'characteristics',
  'variations',
  'variation_options',
  'digital_file',
  'quantity_was',
  'quantity_reason',
];

const jsonColumns = ['image', 'gallery', 'video', 'seo', 'translations'];

function toColumns(values: JsonRecord): JsonRecord {
  const columns: JsonRecord = {};
  for (const [key, value] of Object.entries(values)) {
    if (virtualKeys.includes(key)) continue;
    columns[key] = jsonColumns.includes(key) && value !== null ? JSON.stringify(value) : value;
  }
  if ('digital_file' in values) {
    const file = values.digital_file as { attachment_id: number } | null;
    columns.digital_file_id = file?.attachment_id ?? null;
  }
  return columns;
}

/** A stored product in the shape of its input, without variations. */
async function loadStoredInput(ctx: Ctx, row: JsonRecord & { id: number }): Promise<JsonRecord> {
  const { rows } = await sql<JsonRecord>`select
    (select coalesce(jsonb_agg(category_id order by category_id), '[]') from category_product
      where product_id = ${row.id}) as categories,
    (select coalesce(jsonb_agg(tag_id order by tag_id), '[]') from product_tag where product_id = ${row.id}) as tags,
    ${storedCharacteristics(row.id)} as characteristics,
    (select coalesce(jsonb_agg(jsonb_build_object('attribute_value_id', attribute_value_id) order by position), '[]')
      from attribute_value_product where product_id = ${row.id}) as variations`.execute(ctx.db);
  const columns = Object.keys(productSchema.fields).filter((key) => !virtualKeys.includes(key));
  return {
    ...pick(row, columns),
    ...rows[0],
    digital_file: row.digital_file_id ? { attachment_id: row.digital_file_id } : null,
  };
}
