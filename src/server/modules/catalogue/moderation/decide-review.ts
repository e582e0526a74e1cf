import { sql } from 'kysely';
import type { ProductReviewDetails } from '@/contract/catalogue/products/moderation';
import {
  type ApprovedReviews,
  approveReviewSchema,
  approveReviewsSchema,
  rejectReviewSchema,
} from '@/contract/catalogue/products/review-decision';
import { defaultLanguage } from '@/contract/core/languages';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError, toAppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import { productsService } from '../products/products';
import {
  closeReview,
  isGroup,
  languageOfKey,
  notifyApproved,
  notifyRejected,
  type StoredReview,
  variationOfKey,
} from './product-reviews';
import { findReview, getReview } from './review-queue';

/**
 * `POST product-reviews/{id}/approve`: the product is published, or changed as was asked, by the way that any edit takes.
 * Throws NOT_FOUND, CONFLICT when it was decided or changed meanwhile, and VALIDATION_FAILED when something it refers to is
 * gone.
 */
export async function approveReview(
  ctx: UserCtx,
  key: string,
  body: JsonRecord,
): Promise<ProductReviewDetails> {
  const { version } = await validate(approveReviewSchema, body);
  const review = await lockReview(ctx, key, version);
  await apply(ctx, review);
  await notifyApproved(ctx, [review]);
  return getReview(ctx, key);
}

/**
 * `POST product-reviews/{id}/reject`: a product that was not on sale is sent back, one that is stays as it is. The owner
 * is written why. Throws NOT_FOUND, VALIDATION_FAILED and CONFLICT.
 */
export async function rejectReview(
  ctx: UserCtx,
  key: string,
  body: JsonRecord,
): Promise<ProductReviewDetails> {
  const { version, reason } = await validate(rejectReviewSchema, body);
  const review = await lockReview(ctx, key, version);
  await closeReview(ctx, review, 'rejected', reason);
  if (review.values === null) await leaveQueue(ctx, review.product_id, 'rejected');
  await notifyRejected(ctx, review, reason);
  return getReview(ctx, key);
}

/** `DELETE product-reviews/{id}`: the vendor takes it back; a product becomes a draft again. Throws as the others do. */
export async function takeBackReview(ctx: UserCtx, key: string): Promise<ProductReviewDetails> {
  const review = await lockReview(ctx, key, undefined);
  await closeReview(ctx, review, 'withdrawn');
  if (review.values === null) await leaveQueue(ctx, review.product_id, 'draft');
  return getReview(ctx, key);
}

/** `POST product-reviews/bulk/approve`: all that can be; each of the others stays as it was and says why. */
export async function approveReviews(ctx: UserCtx, body: JsonRecord): Promise<ApprovedReviews> {
  const { ids: asked, versions } = await validate(approveReviewsSchema, body);
  const ids = [...new Set(asked)];
  // All of them first and in one order, so that two of these at once wait and do not deadlock.
  await sql`select id from products where id in (select product_id from product_reviews where id = any(${ids}::bigint[]))
    order by id for update`.execute(ctx.db);
  const approved: StoredReview[] = [];
  const refused: ApprovedReviews['refused'] = [];
  for (const id of ids) {
    await sql`savepoint one_review`.execute(ctx.db);
    try {
      const review = await lockReview(ctx, String(id), versions?.[id]);
      await apply(ctx, review);
      approved.push(review);
      await sql`release savepoint one_review`.execute(ctx.db);
    } catch (error) {
      const refusal = toAppError(error);
      if (refusal.code === 'INTERNAL') throw error;
      await sql`rollback to savepoint one_review`.execute(ctx.db);
      refused.push({ id, errors: refusal.fields ?? {} });
    }
  }
  await notifyApproved(ctx, approved);
  return { done: approved.length, refused };
}

/** What waits, with its product, until the end of the transaction: of two decisions the second finds it decided. */
async function lockReview(ctx: UserCtx, key: string, seen: number | undefined): Promise<StoredReview> {
  const found = /^\d{1,15}$/.test(key) && (await findReview(ctx, Number(key), 'write'));
  if (!found) throw new AppError('NOT_FOUND');
  // In the order in which an edit of the product takes the two.
  await sql`select id from products where id = ${found.product_id} for update`.execute(ctx.db);
  const review = await ctx.db
    .selectFrom('product_reviews')
    .selectAll()
    .where('id', '=', found.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (review.decision !== null || (seen !== undefined && seen !== review.version)) {
    throw new AppError('CONFLICT', { current: await getReview(ctx, key) });
  }
  return review;
}

/** Closed first: an edit by an administrator decides what it finds open. */
async function apply(ctx: UserCtx, review: StoredReview): Promise<void> {
  await closeReview(ctx, review, 'approved');
  const key = String(review.product_id);
  // Whatever language the administrator reads in, values of the product itself are written in the default one.
  const inDefault = { ...ctx, locale: defaultLanguage };
  if (review.values === null) {
    await productsService.update(inDefault, key, { status: 'publish' });
    return;
  }
  const parts = Object.entries(review.values as JsonRecord);
  const own = parts.filter(([part]) => !isGroup(part));
  const upsert = await variationsIn(ctx, review);
  const sent = { ...Object.fromEntries(own), ...(upsert.length > 0 && { variation_options: { upsert } }) };
  if (Object.keys(sent).length > 0) await productsService.update(inDefault, key, sent);
  for (const [part, texts] of parts) {
    const locale = languageOfKey(part);
    if (locale !== undefined) await productsService.update({ ...ctx, locale }, key, texts as JsonRecord);
  }
}

/** What a submission says of variations that are still there, as an edit of the product takes it. */
async function variationsIn(ctx: UserCtx, { product_id, values }: StoredReview): Promise<JsonRecord[]> {
  const held = Object.entries(values as JsonRecord).flatMap(([part, value]) => {
    const id = variationOfKey(part);
    return id === undefined ? [] : [{ id, ...(value as JsonRecord) }];
  });
  if (held.length === 0) return [];
  const there = await ctx.db
    .selectFrom('variation_options')
    .select('id')
    .where('product_id', '=', product_id)
    .where('deleted_at', 'is', null)
    .where(
      'id',
      'in',
      held.map(({ id }) => id),
    )
    .execute();
  return held.filter(({ id }) => there.some((one) => one.id === id));
}

/** A product that waited waits no longer; nothing else of it is looked at, so that what is wrong in it cannot keep it. */
async function leaveQueue(ctx: UserCtx, productId: number, status: 'rejected' | 'draft'): Promise<void> {
  const left = await ctx.db
    .updateTable('products')
    .set((eb) => ({ status, version: eb('version', '+', 1), updated_at: ctx.now }))
    .where('id', '=', productId)
    .where('status', '=', 'under_review')
    .returning('id')
    .executeTakeFirst();
  if (!left) return;
  await audit(ctx, {
    family: 'products',
    id: productId,
    action: 'update',
    changes: { status: ['under_review', status] },
  });
}
