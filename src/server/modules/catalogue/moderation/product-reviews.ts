import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ProductStatus } from '@/contract/catalogue/products/moderation';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import type { JsonRecord } from '@/server/core/resource/query';
import { settingsOptions } from '@/server/core/settings';
import { notify, shopPeopleIds } from '@/server/modules/messaging/notify';
import { ownerOfShop } from '@/server/modules/shops/shops';
import { mailDecision, noReason, productApproved, productRejected } from '../products/emails';
import { catalogueShopIds } from '../products/policy';
import {
  changesOfReview,
  flatChanges,
  isSame,
  mergeValues,
  reviewedNow,
  sentValues,
} from './product-review-values';

export type StoredReview = Selectable<DB['product_reviews']>;

const family = 'product-reviews';

/** Whether an administrator sees what vendors publish beforehand: the setting `isProductReview` (reference rules §3.5). */
export async function isReviewed(ctx: Ctx): Promise<boolean> {
  return (await settingsOptions(ctx)).isProductReview;
}

/**
 * The product as it stands waits for a decision from now on. Called again while it waits, it tells that the product has
 * changed: nobody approves what he has not seen. The caller holds the product's row.
 */
export async function submitProduct(ctx: UserCtx, product: { id: number; shop_id: number }): Promise<void> {
  const open = await openReview(ctx, product.id);
  if (open) return bump(ctx, open, { values: null });
  const id = await insert(ctx, product, null);
  await audit(ctx, { family, id, action: 'submit', changes: {} });
}

/**
 * These values wait for a decision while the product stays as it is; they are added to those that wait already, and a
 * value that is back to what is on sale no longer waits. Values are columns as they are stored; `categories` and `tags`
 * ids, `digital_file` an `{attachment_id}`, `translations.<language>` the texts of that language, `variations.<id>` the
 * values of that variation. The caller holds the product's row and has looked at the values.
 */
export async function submitChange(
  ctx: UserCtx,
  product: { id: number; shop_id: number },
  values: JsonRecord,
): Promise<void> {
  const open = await openReview(ctx, product.id);
  if (open?.values === null) return bump(ctx, open, { values: null });
  const before = (open?.values ?? {}) as JsonRecord;
  const now = await reviewedNow(ctx, product.id, { ...before, ...values });
  const waiting = mergeValues(now, before, sentValues(values));
  if (Object.keys(waiting).length === 0) {
    if (open) await closeReview(ctx, open, 'withdrawn');
    return;
  }
  if (open && isSame(open.values, waiting)) return;
  const stored = JSON.stringify(waiting);
  if (open) await bump(ctx, open, { values: stored });
  const id = open?.id ?? (await insert(ctx, product, stored));
  await audit(ctx, { family, id, action: 'submit', changes: flatChanges(now, waiting) });
}

/** What waits of a product waits no longer: its vendor took it back. Nothing happens when nothing waits. */
export async function withdrawReview(ctx: UserCtx, productId: number): Promise<void> {
  const open = await openReview(ctx, productId);
  if (open) await closeReview(ctx, open, 'withdrawn');
}

/**
 * An administrator gave the product a status: what waits is decided by it (reference rules ). A change of a
 * product that is on sale is refused along with it, and stays open otherwise: whoever saves the form has not seen it.
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
    const why = reason || noReason;
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
 * What waits of a product, or what was decided last: an `OwnReview`. Given only to who may edit the product; what was
 * taken back is not told of.
 */
export function reviewAlong(ctx: Ctx, ids: readonly number[]): RawBuilder<unknown> | undefined {
  if (ids.length === 0 || !ctx.user) return undefined;
  const own = isAdmin(ctx) ? sql`true` : sql`shop_id = any(${catalogueShopIds(ctx)}::bigint[])`;
  return sql`select distinct on (product_id) product_id as id,
      jsonb_build_object('id', id, 'submitted_at', submitted_at, 'decision', decision, 'reason', reason,
        'values', case when decision is distinct from 'approved' then "values" end) as value
    from product_reviews
    where product_id = any(${[...ids]}::bigint[]) and decision is distinct from 'withdrawn' and ${own}
    order by product_id, id desc`;
}

/** What waits of a product, until the end of the transaction: two decisions come one after the other. */
async function openReview(ctx: Ctx, productId: number): Promise<StoredReview | undefined> {
  return ctx.db
    .selectFrom('product_reviews')
    .selectAll()
    .where('product_id', '=', productId)
    .where('decision', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Writes a decision and that it was made. `changes` are what it did to the product, or would have done. */
export async function closeReview(
  ctx: UserCtx,
  review: StoredReview,
  decision: 'approved' | 'rejected' | 'withdrawn',
  reason: string | null = null,
): Promise<void> {
  // Read before anything is written, so that the decision can be looked at later, side by side.
  const changes = review.values === null ? {} : await changesOfReview(ctx, review);
  await ctx.db
    .updateTable('product_reviews')
    .set({
      decision,
      reason,
      decided_by: ctx.user.id,
      decided_at: ctx.now,
      version: review.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', review.id)
    .execute();
  const action = { approved: 'approve', rejected: 'reject', withdrawn: 'withdraw' }[decision];
  await audit(ctx, { family, id: review.id, action, changes });
}

/** One letter to the owner of each shop, however many of its products were let through. */
export async function notifyApproved(ctx: UserCtx, reviews: readonly StoredReview[]): Promise<void> {
  for (const [shopId, ofShop] of Map.groupBy(reviews, (review) => review.shop_id)) {
    const { owner, shop } = await receiverOf(ctx, shopId);
    const products = await ctx.db
      .selectFrom('products')
      .select(['id', 'name'])
      .where(
        'id',
        'in',
        ofShop.map((review) => review.product_id),
      )
      .orderBy('id')
      .execute();
    const letter = productApproved({
      name: owner.name,
      shop: shop.name,
      products: products.map(({ name }) => name),
      isChange: ofShop.every(({ values }) => values !== null),
      link: `${ctx.publicUrl}/admin/${shop.slug}/products`,
    });
    await mailDecision(ctx, owner.email, letter);
    for (const { id, name } of products) await ring(ctx, shopId, 'approved', id, name);
  }
}

/** To the owner of the shop, with the reason. */
export async function notifyRejected(ctx: UserCtx, review: StoredReview, reason: string): Promise<void> {
  const { owner, shop } = await receiverOf(ctx, review.shop_id);
  const { name } = await ctx.db
    .selectFrom('products')
    .select('name')
    .where('id', '=', review.product_id)
    .executeTakeFirstOrThrow();
  const letter = productRejected({
    name: owner.name,
    shop: shop.name,
    product: name,
    isChange: review.values !== null,
    reason,
    link: `${ctx.publicUrl}/admin/${shop.slug}/products/${review.product_id}/edit`,
  });
  await mailDecision(ctx, owner.email, letter);
  await ring(ctx, review.shop_id, 'rejected', review.product_id, name);
}

/** The bells of the shop's owner and of those who keep its catalogue. */
async function ring(
  ctx: Ctx,
  shopId: number,
  event: 'approved' | 'rejected',
  tracker: number,
  text: string,
): Promise<void> {
  const receivers = await shopPeopleIds(ctx, shopId, 'catalogue');
  await notify(ctx, { receivers, type: 'product', event, tracker, text, shopId });
}

async function receiverOf(ctx: Ctx, shopId: number) {
  const owner = await ownerOfShop(ctx, shopId);
  const shop = await ctx.db
    .selectFrom('shops')
    .select(['name', 'slug'])
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow();
  return { owner, shop };
}

async function insert(
  ctx: UserCtx,
  product: { id: number; shop_id: number },
  values: string | null,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('product_reviews')
    .values({
      product_id: product.id,
      shop_id: product.shop_id,
      values,
      submitted_by: ctx.user.id,
      submitted_at: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What waits has changed: its place in the queue stays. */
async function bump(ctx: UserCtx, open: StoredReview, change: { values: string | null }): Promise<void> {
  await ctx.db
    .updateTable('product_reviews')
    .set({ ...change, submitted_by: ctx.user.id, version: open.version + 1, updated_at: ctx.now })
    .where('id', '=', open.id)
    .execute();
}
