import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type ProductStatus, reviewedFields } from '@/contract/catalogue/products/moderation';
import { audit, type Changes, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { insertRow, loadName, updateRow } from '@/server/core/db/rows';
import type { DB } from '@/server/core/db/types';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { toAdmins, toShop } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import type { Ids } from '@/server/core/resource/relations';
import { settingsOptions } from '@/server/core/settings';
import type { ApprovalUndo } from '@/server/modules/messaging/approval-undos';
import { notify, shopPeopleIds } from '@/server/modules/messaging/notify';
import { ownerOfShop } from '@/server/modules/shops/shop-owner';
import { storedCharacteristics } from '../products/characteristics';
import { defaultRejectionReason, emailDecision, productApproved, productRejected } from '../products/emails';
import { catalogueShopIds } from '../products/policy';

export type StoredReview = Selectable<DB['product_reviews']>;

export const family = 'product-reviews';

/** The setting `isProductReview`: vendors' products are reviewed before they are published. */
export async function isReviewed(ctx: Ctx): Promise<boolean> {
  return (await settingsOptions(ctx)).isProductReview;
}

/**
 * Queues the product as it is. Called again while open, it bumps the version, so that nobody approves a state they have
 * not seen. The caller holds the product's row lock.
 */
export async function submitProduct(ctx: UserCtx, product: { id: number; shop_id: number }): Promise<void> {
  const open = await openReview(ctx, product.id);
  if (open) return touchReview(ctx, open, null);
  const id = await insertReview(ctx, product, null);
  await audit(ctx, { family, id, action: 'submit', changes: {} });
}

/**
 * Queues changed values while the live product stays unchanged. Merged with values already waiting; values
 * equal to the live ones are dropped. Values are stored columns; `categories` and `tags` are ids,
 * `digital_file` is `{attachment_id}`, `translations.<language>` the texts of a language, `variations.<id>`
 * the values of a variation. The caller holds the product's row lock and has validated the values. Returns whether
 * anything waits differently than before.
 */
export async function submitChange(
  ctx: UserCtx,
  product: { id: number; shop_id: number },
  values: JsonRecord,
): Promise<boolean> {
  const open = await openReview(ctx, product.id);
  if (open?.values === null) {
    await touchReview(ctx, open, null);
    return true;
  }
  const before = (open?.values ?? {}) as JsonRecord;
  const now = await currentValues(ctx, product.id, { ...before, ...values });
  const waiting = withoutUnchanged(now, mergeValues(before, values));
  if (Object.keys(waiting).length === 0) {
    if (open) await closeReview(ctx, open, 'withdrawn');
    return open !== undefined;
  }
  if (open && isSame(open.values, waiting)) return false;
  const stored = JSON.stringify(waiting);
  if (open) await touchReview(ctx, open, stored);
  const id = open?.id ?? (await insertReview(ctx, product, stored));
  await audit(ctx, { family, id, action: 'submit', changes: flatChanges(now, waiting) });
  return true;
}

/** What waits for a review of the product already; nothing where the whole product does. */
export async function waitingValues(ctx: Ctx, productId: number): Promise<JsonRecord> {
  return ((await openReview(ctx, productId))?.values ?? {}) as JsonRecord;
}

/** Closes the open review of a product as withdrawn; does nothing when there is none. */
export async function withdrawReview(ctx: UserCtx, productId: number): Promise<void> {
  const open = await openReview(ctx, productId);
  if (open) await closeReview(ctx, open, 'withdrawn');
}

/**
 * An administrator's status decides the open review. A change of a live product is rejected along with it and stays
 * open otherwise, because the form does not show it.
 */
export async function decideByStatus(
  ctx: UserCtx,
  productId: number,
  status: ProductStatus,
  reason?: string,
): Promise<void> {
  const open = await openReview(ctx, productId);
  if (!open) return;
  if (status === 'rejected') {
    const why = reason || defaultRejectionReason;
    await closeReview(ctx, open, 'rejected', why);
    await notifyRejected(ctx, open, why);
    return;
  }
  if (open.values !== null || status === 'under_review') return;
  if (status === 'publish' || status === 'approved') {
    await closeReview(ctx, open, 'approved');
    await notifyApproved(ctx, [open]);
    return;
  }
  await closeReview(ctx, open, 'withdrawn');
}

/**
 * Include for the open or last decided review (`OwnReview`), only for users who may edit the product;
 * withdrawn reviews are left out.
 */
export function reviewInclude(ctx: Ctx, ids: Ids): RawBuilder<unknown> | undefined {
  if (!ctx.user) return undefined;
  const own = isAdmin(ctx) ? sql`true` : sql`shop_id = any(${catalogueShopIds(ctx)}::bigint[])`;
  return sql`select distinct on (product_id) product_id as id,
      jsonb_build_object('id', id, 'submitted_at', submitted_at, 'decision', decision, 'reason', reason,
        'values', case when decision is distinct from 'approved' then "values" end) as value
    from product_reviews
    where product_id = any(${ids}) and decision is distinct from 'withdrawn' and ${own}
    order by product_id, product_reviews.id desc`;
}

/** Locks the open review of a product, so that decisions are serialized. */
async function openReview(ctx: Ctx, productId: number): Promise<StoredReview | undefined> {
  return ctx.db
    .selectFrom('product_reviews')
    .selectAll()
    .where('product_id', '=', productId)
    .where('decision', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores the decision with its audit entry, whose `changes` keep both sides for later. */
export async function closeReview(
  ctx: UserCtx,
  review: StoredReview,
  decision: 'approved' | 'rejected' | 'withdrawn',
  reason: string | null = null,
): Promise<void> {
  // Read before the product changes, so that the decision can be displayed side by side.
  const changes = review.values === null ? {} : await changesOfReview(ctx, review);
  await updateRow(ctx, 'product_reviews', review.id, {
    decision,
    reason,
    decided_by: ctx.user.id,
    decided_at: ctx.now,
  });
  const action = { approved: 'approve', rejected: 'reject', withdrawn: 'withdraw' }[decision];
  await audit(ctx, { family, id: review.id, action, changes });
  await publishReview(ctx, review.id, review.shop_id);
}

/** Puts an approved submission back into its place in the queue. The caller holds the product's row lock. */
export async function reopenReview(
  ctx: UserCtx,
  review: Pick<StoredReview, 'id' | 'shop_id'>,
): Promise<void> {
  await updateRow(ctx, 'product_reviews', review.id, { decision: null, decided_by: null, decided_at: null });
  await audit(ctx, { family, id: review.id, action: 'undo-approval', changes: {} });
  await publishReview(ctx, review.id, review.shop_id);
}

/** One e-mail per shop owner, however many products were approved, and a notification for each product. */
export async function notifyApproved(
  ctx: UserCtx,
  reviews: readonly StoredReview[],
  undo?: ApprovalUndo,
): Promise<void> {
  for (const { shopId, products } of await emailApproved(ctx, reviews, undo)) {
    for (const { id, name } of products) await notifyShop(ctx, shopId, 'approved', id, name);
  }
}

/** The e-mails alone; returns the products of each shop. */
export async function emailApproved(ctx: UserCtx, reviews: readonly StoredReview[], undo?: ApprovalUndo) {
  const told: { shopId: number; products: { id: number; name: string }[] }[] = [];
  for (const [shopId, ofShop] of Map.groupBy(reviews, (review) => review.shop_id)) {
    const { owner, shop } = await findRecipient(ctx, shopId);
    const ids = ofShop.map((review) => review.product_id);
    const products = await ctx.db
      .selectFrom('products')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    const email = productApproved({
      name: owner.name,
      shop: shop.name,
      products: products.map(({ name }) => name),
      isChange: ofShop.every(({ values }) => values !== null),
      link: `${ctx.publicUrl}/admin/${shop.slug}/products`,
    });
    await emailDecision(ctx, owner.email, { ...email, undo });
    told.push({ shopId, products });
  }
  return told;
}

export async function notifyRejected(ctx: UserCtx, review: StoredReview, reason: string): Promise<void> {
  const { owner, shop } = await findRecipient(ctx, review.shop_id);
  const name = await loadName(ctx, 'products', review.product_id);
  const email = productRejected({
    name: owner.name,
    shop: shop.name,
    product: name,
    isChange: review.values !== null,
    reason,
    link: `${ctx.publicUrl}/admin/${shop.slug}/products/${review.product_id}/edit`,
  });
  await emailDecision(ctx, owner.email, email);
  await notifyShop(ctx, review.shop_id, 'rejected', review.product_id, name);
}

/** Notifies the shop's owner and its catalogue staff. */
async function notifyShop(
  ctx: Ctx,
  shopId: number,
  event: 'approved' | 'rejected',
  tracker: number,
  text: string,
): Promise<void> {
  const receivers = await shopPeopleIds(ctx, shopId, 'catalogue');
  await notify(ctx, { receivers, type: 'product', event, tracker, text, shopId });
}

async function findRecipient(ctx: Ctx, shopId: number) {
  const owner = await ownerOfShop(ctx, shopId);
  const shop = await ctx.db
    .selectFrom('shops')
    .select(['name', 'slug'])
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow();
  return { owner, shop };
}

async function insertReview(
  ctx: UserCtx,
  product: { id: number; shop_id: number },
  values: string | null,
): Promise<number> {
  const id = await insertRow(ctx, 'product_reviews', {
    product_id: product.id,
    shop_id: product.shop_id,
    values,
    submitted_by: ctx.user.id,
    submitted_at: ctx.now,
  });
  await publishReview(ctx, id, product.shop_id);
  return id;
}

/** Live event to administrators and the shop's catalogue staff. */
async function publishReview(ctx: Ctx, id: number, shopId: number): Promise<void> {
  const audiences = [toAdmins('moderation'), ...toShop(shopId, 'catalogue')];
  await publish(ctx, audiences, 'decision', { family: 'product-reviews', id });
}

/** Its place in the queue stays. */
async function touchReview(ctx: UserCtx, { id }: StoredReview, values: string | null): Promise<void> {
  await updateRow(ctx, 'product_reviews', id, { values, submitted_by: ctx.user.id });
}

/** `translations.<language>` → the language; undefined for other keys. */
export function languageOfKey(key: string): string | undefined {
  return key.startsWith('translations.') ? key.slice('translations.'.length) : undefined;
}

export const variationKey = (id: number) => `variations.${id}`;

/** `variations.<id>` → the id; undefined for other keys. */
export function variationOfKey(key: string): number | undefined {
  const [, id] = /^variations\.(\d+)$/.exec(key) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Keys with nested values: texts of a language, values of a variation. */
export const isGroup = (key: string) => languageOfKey(key) !== undefined || variationOfKey(key) !== undefined;

/** Current reviewed values of a product in the shape of a review, with the variations named in `asked`. */
export async function currentValues(
  ctx: Ctx,
  productId: number,
  asked: JsonRecord = {},
): Promise<JsonRecord> {
  const ids = Object.keys(asked).flatMap((key) => variationOfKey(key) ?? []);
  const { rows } = await sql<JsonRecord>`select p.*,
      coalesce((select jsonb_agg(category_id order by category_id) from category_product where product_id = p.id), '[]')
        as categories,
      coalesce((select jsonb_agg(tag_id order by tag_id) from product_tag where product_id = p.id), '[]') as tags,
      ${storedCharacteristics(sql`p.id`)} as characteristics,
      case when p.digital_file_id is not null then jsonb_build_object('attachment_id', p.digital_file_id) end
        as digital_file,
      (select jsonb_object_agg('variations.' || v.id, jsonb_build_object('image', v.image, 'is_digital', v.is_digital,
          'is_disable', v.is_disable, 'digital_file', case when v.digital_file_id is not null
            then jsonb_build_object('attachment_id', v.digital_file_id) end))
        from variation_options v
        where v.product_id = p.id and v.deleted_at is null and v.id = any(${ids}::bigint[])) as variations
    from products p where p.id = ${productId}`.execute(ctx.db);
  const [row = {}] = rows;
  const translations = (row.translations ?? {}) as Record<string, JsonRecord>;
  const texts = Object.entries(translations).map(([language, one]) => [`translations.${language}`, one]);
  return {
    ...pick(row, reviewedFields),
    ...Object.fromEntries(texts),
    ...(row.variations as JsonRecord | null),
  };
}

/** The form of a value in storage: sorted ids, files by id, empty as null. */
function storedValue(key: string, value: unknown): unknown {
  if (key === 'categories' || key === 'tags') {
    const ids = Array.isArray(value) ? value.map((one) => Number(fileId(one))) : [];
    return [...new Set(ids)].sort((one, other) => one - other);
  }
  if (key === 'digital_file') {
    const id = value === null || value === undefined ? undefined : fileId(value);
    return id === undefined ? null : { attachment_id: Number(id) };
  }
  return value === '' || value === undefined ? null : value;
}

function fileId(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if ('attachment_id' in value) return value.attachment_id;
  return 'id' in value ? value.id : undefined;
}

/** Merges submitted values into those waiting, texts and variations key by key. */
function mergeValues(open: JsonRecord, sent: JsonRecord): JsonRecord {
  const merged: JsonRecord = { ...open };
  for (const [key, value] of Object.entries(sent)) {
    merged[key] = isGroup(key)
      ? { ...(merged[key] as JsonRecord | undefined), ...(value as JsonRecord) }
      : storedValue(key, value);
  }
  return merged;
}

/** The values that differ from the live ones. */
function withoutUnchanged(now: JsonRecord, values: JsonRecord): JsonRecord {
  const left: JsonRecord = {};
  for (const [key, value] of Object.entries(values)) {
    if (!isGroup(key)) {
      if (!isUnchanged(key, now[key], value)) left[key] = value;
      continue;
    }
    const changed = pick(value as JsonRecord, Object.keys(changesInGroup(now[key], value)));
    if (Object.keys(changed).length > 0) left[key] = changed;
  }
  return left;
}

function isUnchanged(key: string, now: unknown, value: unknown): boolean {
  return isSame(comparable(key, now), comparable(key, value));
}

function changesInGroup(now: unknown, values: unknown): Changes {
  const before = (now ?? {}) as JsonRecord;
  const changes: Changes = {};
  for (const [key, value] of Object.entries(values as JsonRecord))
    if (!isUnchanged(key, before[key], value)) changes[key] = [before[key] ?? null, value ?? null];
  return changes;
}

/** Comparable form of a value: pictures by id, empty values equal. */
function comparable(key: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (key === 'image') return fileId(value);
  if (key === 'gallery' && Array.isArray(value)) return value.map(fileId);
  if (key !== 'seo' || typeof value !== 'object') return value;
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '');
  return Object.fromEntries(parts.map(([part, one]) => [part, part === 'ogImage' ? fileId(one) : one]));
}

/** Changes with flat keys: `translations.en.name`, `variations.17.image`. */
export function flatChanges(now: JsonRecord, values: JsonRecord): Changes {
  const parts = Object.entries(values).map(([key, value]) => {
    if (!isGroup(key))
      return isUnchanged(key, now[key], value) ? {} : { [key]: [now[key] ?? null, value ?? null] };
    const changes = Object.entries(changesInGroup(now[key], value));
    return Object.fromEntries(changes.map(([one, pair]) => [`${key}.${one}`, pair]));
  });
  return Object.assign({}, ...parts);
}

/** What a submission would change now; removed variations are skipped. */
export async function changesOfReview(
  ctx: Ctx,
  { product_id, values }: { product_id: number; values: unknown },
): Promise<Changes> {
  const asked = values as JsonRecord;
  const now = await currentValues(ctx, product_id, asked);
  const there = Object.entries(asked).filter(([key]) => variationOfKey(key) === undefined || key in now);
  return flatChanges(now, Object.fromEntries(there));
}

function isSame(one: unknown, other: unknown): boolean {
  return Object.keys(changesBetween({ values: one }, { values: other })).length === 0;
}
