import type { Insertable, Updateable } from 'kysely';
import { products } from '@/contract/catalogue/products';
import { defaultLanguage } from '@/contract/core/languages';
import { type Changes, changesBetween } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { type JsonRecord, pick } from '@/server/core/resource/query';
import { freeSlug } from '@/server/core/resource/slugs';
import { explainStock } from '../stock/stock';
import { changeVariations } from '../variations/change-variations';
import { attachValues } from '../variations/combinations';
import { piecesAfter } from '../variations/variation-edit';
import { lockVariations } from '../variations/variation-rows';
import { changesOfVariations, removeVariations } from '../variations/variation-writes';
import { columnsOf } from './product-columns';
import { type ReadProduct, refuse } from './product-input';
import { saveLinks } from './product-links';
import { conflict, type StoredProduct } from './product-lock';
import { namingTaken, takenSkus } from './product-skus';

/** Stores a product with everything that hangs on it; answers what the audit tells. */
export async function addProduct(
  ctx: Ctx,
  given: JsonRecord,
  read: ReadProduct,
): Promise<{ id: number; changes: Changes }> {
  const values = ofItsKind(given, {});
  const shop_id = Number(values.shop_id);
  values.slug = await freeSlug(ctx, products, 'products', values);
  await assertSkuFree(ctx, { id: 0, shop_id }, null, values.sku);
  await explainStock(ctx, { kind: 'opening', reason: read.input.quantity_reason });
  const id = await insertProduct(ctx, columnsOf(values));
  await saveLinks(ctx, id, values);
  const variations = await saveVariations(ctx, { id, shop_id }, String(values.product_type), read, false);
  return { id, changes: { ...changesBetween({}, filledOf(toldOf(values))), ...variations.changes } };
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
  return (await namingTaken(() => 'sku', insert)).id;
}

/**
 * Changes a product that is locked, and what hangs on it; answers what the audit tells, and what waits of its variations
 * when they are watched.
 */
export async function changeProduct(
  ctx: Ctx,
  row: StoredProduct,
  before: JsonRecord,
  given: JsonRecord,
  read: ReadProduct,
  isWatched: boolean,
): Promise<{ changes: Changes; waiting: JsonRecord }> {
  const kind = String(given.product_type ?? row.product_type);
  const removed = kind === 'simple' && row.product_type === 'variable' ? await becomeSimple(ctx, row.id) : {};
  const values = ofItsKind({ ...given, product_type: kind }, before);
  if ('quantity' in values) values.quantity = piecesOf(row, given, read);
  if ('slug' in values)
    values.slug = await freeSlug(ctx, products, 'products', { ...before, ...values }, row.id);
  await assertSkuFree(ctx, row, before.sku, values.sku);
  await explainStock(ctx, { kind: 'adjustment', reason: read.input.quantity_reason });
  await writeColumns(ctx, row, values);
  await saveLinks(ctx, row.id, values);
  const { changes, waiting } = await saveVariations(ctx, row, kind, read, isWatched);
  return { changes: { ...changesBetween(before, toldOf(values)), ...removed, ...changes }, waiting };
}

/** Prices, number and stock of a variable product are those of its variations (reference rules R-042). */
function ofItsKind(given: JsonRecord, before: JsonRecord): JsonRecord {
  // A file that is not sold any more is open to all again.
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

function piecesOf(row: StoredProduct, given: JsonRecord, { input, sent }: ReadProduct): number {
  const isOther = given.product_type !== undefined && given.product_type !== row.product_type;
  const isVariable = (given.product_type ?? row.product_type) === 'variable';
  if (isVariable) return 0;
  const was = sent.includes('quantity_was') && !isOther ? (input.quantity_was ?? null) : null;
  const quantity = sent.includes('quantity') ? (input.quantity ?? 0) : 0;
  return piecesAfter(row.quantity, { quantity, quantity_was: was }, 'quantity');
}

/** Variations and the values they were made of go; the dictionary stays (hazard H-31). */
async function becomeSimple(ctx: Ctx, id: number): Promise<Changes> {
  const all = await lockVariations(ctx, id);
  await explainStock(ctx, { kind: 'adjustment' });
  await removeVariations(
    ctx,
    all.map((one) => one.id),
  );
  await attachValues(ctx, id, []);
  return changesOfVariations(all, []);
}

async function saveVariations(
  ctx: Ctx,
  product: { id: number; shop_id: number },
  kind: string,
  { input, sent, upsert, delete: removed }: ReadProduct,
  isWatched: boolean,
): Promise<{ changes: Changes; waiting: JsonRecord }> {
  const isSent = sent.includes('variations') || sent.includes('variation_options');
  if (kind !== 'variable' || !isSent) return { changes: {}, waiting: {} };
  const ids = input.variations?.map((one) => one.attribute_value_id);
  const chosen = sent.includes('variations') ? [...new Set(ids)] : undefined;
  const changes = { chosen, upsert, delete: removed, reason: input.quantity_reason, isWatched };
  return changeVariations(ctx, product, changes, () => conflict(ctx, product.id));
}

async function assertSkuFree(
  ctx: Ctx,
  row: { id: number; shop_id: number },
  before: unknown,
  sku: unknown,
): Promise<void> {
  if (typeof sku !== 'string' || sku === before) return;
  const taken = await takenSkus(ctx, row, [sku], { product: true, variations: [] });
  if (taken.size > 0) refuse('sku', 'error-taken');
}

/** Writes values of a product that is locked; its row version counts the edit. */
export async function writeColumns(ctx: Ctx, row: StoredProduct, values: JsonRecord): Promise<void> {
  const changed = {
    ...columnsOf(values),
    version: row.version + 1,
    updated_at: ctx.now,
  } as Updateable<DB['products']>;
  const update = () => ctx.db.updateTable('products').set(changed).where('id', '=', row.id).execute();
  await namingTaken(() => 'sku', update);
}

/** What the audit tells of values: variations are told by themselves. */
function toldOf(values: JsonRecord): JsonRecord {
  const { variation_options: _apart, quantity_was: _only, quantity_reason: _here, ...told } = values;
  const { min_price: _computed, max_price: _too, ...rest } = told;
  return rest;
}

/** Of a new product only what it has is told. */
function filledOf(values: JsonRecord): JsonRecord {
  const isEmpty = (value: unknown) =>
    value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}
