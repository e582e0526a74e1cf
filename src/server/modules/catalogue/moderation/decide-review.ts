import { sql } from 'kysely';
import type { ProductReviewDetails } from '@/contract/catalogue/products/moderation';
import {
  type approveReviewSchema,
  type approveReviewsSchema,
  type DecidedReviews,
  type rejectReviewSchema,
  type rejectReviewsSchema,
  reviewsPerStep,
} from '@/contract/catalogue/products/review-decision';
import type { BulkSetPreview } from '@/contract/core/bulk';
import { defaultLanguage } from '@/contract/core/languages';
import { audit, type Changes } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError, toAppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { Input } from '@/server/core/validate';
import { openApprovalUndo } from '@/server/modules/messaging/approval-undos';
import { productsService } from '../products/products';
import {
  closeReview,
  family,
  isGroup,
  languageOfKey,
  notifyApproved,
  notifyRejected,
  type StoredReview,
  variationOfKey,
} from './product-reviews';
import { findReview, getReview, openReviews } from './review-queue';
import { openUndo } from './undo-approval';

/**
 * `POST product-reviews/{id}/approve`: publishes the product or applies the change, by the same path as any
 * edit. Throws NOT_FOUND, CONFLICT when decided or changed meanwhile, and VALIDATION_FAILED when a referenced
 * record is gone.
 */
export async function approveReview(
  ctx: UserCtx,
  key: string,
  { version }: Input<typeof approveReviewSchema>,
): Promise<ProductReviewDetails & { undo_until?: string }> {
  const review = await lockReview(ctx, key, version);
  await applyReview(ctx, review);
  // A change of a product on sale has replaced its values: its history puts them back.
  if (review.values !== null) {
    await notifyApproved(ctx, [review]);
    return getReview(ctx, key);
  }
  const product = await ctx.db
    .selectFrom('products')
    .select('version')
    .where('id', '=', review.product_id)
    .executeTakeFirstOrThrow();
  const undo = await openApprovalUndo(ctx, { family, id: review.id }, product.version, {});
  await notifyApproved(ctx, [review], undo);
  return { ...(await getReview(ctx, key)), undo_until: undo.until.toISOString() };
}

/**
 * `POST product-reviews/{id}/reject`: a new product is sent back, a live one stays unchanged. The owner gets
 * the reason by e-mail. Throws NOT_FOUND, VALIDATION_FAILED and CONFLICT.
 */
export async function rejectReview(
  ctx: UserCtx,
  key: string,
  { version, reason }: Input<typeof rejectReviewSchema>,
): Promise<ProductReviewDetails> {
  const review = await lockReview(ctx, key, version);
  await closeRejected(ctx, review, reason);
  return getReview(ctx, key);
}

async function closeRejected(ctx: UserCtx, review: StoredReview, reason: string): Promise<void> {
  await closeReview(ctx, review, 'rejected', reason);
  if (review.values === null) await leaveQueue(ctx, review.product_id, 'rejected');
  await notifyRejected(ctx, review, reason);
}

/**
 * `DELETE product-reviews/{id}`: the vendor withdraws the submission; a new product becomes a draft again.
 * Throws NOT_FOUND and CONFLICT.
 */
export async function withdrawOwnReview(ctx: UserCtx, key: string): Promise<ProductReviewDetails> {
  const review = await lockReview(ctx, key, undefined);
  await closeReview(ctx, review, 'withdrawn');
  if (review.values === null) await leaveQueue(ctx, review.product_id, 'draft');
  return getReview(ctx, key);
}

/**
 * `POST product-reviews/bulk/approve`: some submissions, or all that match the queue's filters in steps. Each in a savepoint;
 * the refused ones stay open and are returned with their errors. New products of a step can be sent back together.
 */
export async function approveReviews(
  ctx: UserCtx,
  input: Input<typeof approveReviewsSchema>,
): Promise<DecidedReviews> {
  const { done, ...answer } = await decideMany(ctx, input, (review) => applyReview(ctx, review));
  const undo = await openUndo(ctx, done);
  await notifyApproved(ctx, done, undo);
  return {
    done: done.length,
    ...answer,
    ...(undo && { undo: { id: undo.id, until: undo.until.toISOString() } }),
  };
}

const maxSamples = 5;

/**
 * `POST product-reviews/bulk/approve/preview`: approves a step and takes it back in the same transaction, so that a preview
 * cannot differ from the decision (rules/panel: a bulk change shows before what it does).
 */
export async function previewApproval(
  ctx: UserCtx,
  input: Input<typeof approveReviewsSchema>,
): Promise<BulkSetPreview> {
  await sql`savepoint bulk_preview`.execute(ctx.db);
  const { done, refused } = await decideMany(ctx, input, (review) => applyReview(ctx, review));
  await sql`rollback to savepoint bulk_preview`.execute(ctx.db);
  const first = done.slice(0, maxSamples);
  const named = await ctx.db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...first.map(({ product_id }) => product_id)])
    .execute();
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return {
    done: done.length,
    kept: { same: 0, refused: refused.length, deleted: 0, foreign: 0, missing: 0 },
    samples: first.map(({ product_id, values }) => ({
      title: names.get(product_id) ?? `№\u00a0${product_id}`,
      before: values === null ? 'product' : 'change',
      after: 'approved',
    })),
  };
}

/** `POST product-reviews/bulk/reject`: the same with one reason, which each shop gets for each product. */
export async function rejectReviews(
  ctx: UserCtx,
  input: Input<typeof rejectReviewsSchema>,
): Promise<DecidedReviews> {
  const { reason } = input;
  const { done, ...answer } = await decideMany(ctx, input, (review) => closeRejected(ctx, review, reason));
  return { done: done.length, ...answer };
}

type Chosen = Pick<Input<typeof approveReviewsSchema>, 'ids' | 'versions' | 'query' | 'step'>;

async function decideMany(
  ctx: UserCtx,
  { ids: asked, versions, query, step }: Chosen,
  decide: (review: StoredReview) => Promise<void>,
) {
  const chosen = query
    ? await openReviews(ctx, query, step, reviewsPerStep)
    : { ids: [...new Set(asked ?? [])], next: null };
  // Locked together in one order, so that two bulk decisions wait for each other instead of deadlocking.
  await sql`select id from products where id in
    (select product_id from product_reviews where id = any(${chosen.ids}::bigint[])) order by id for update`.execute(
    ctx.db,
  );
  const done: StoredReview[] = [];
  const refused: DecidedReviews['refused'] = [];
  for (const id of chosen.ids) {
    await sql`savepoint one_review`.execute(ctx.db);
    try {
      const review = await lockReview(ctx, String(id), versions?.[id]);
      await decide(review);
      done.push(review);
      await sql`release savepoint one_review`.execute(ctx.db);
    } catch (error) {
      const refusal = toAppError(error);
      if (refusal.code === 'INTERNAL') throw error;
      await sql`rollback to savepoint one_review`.execute(ctx.db);
      refused.push({ id, errors: refusal.fields ?? {} });
    }
  }
  return { done, refused, next: chosen.next };
}

/** Locks the open review and its product: of two decisions the second gets CONFLICT. */
async function lockReview(ctx: UserCtx, key: string, seen: number | undefined): Promise<StoredReview> {
  const found = await findReview(ctx, key, 'write');
  // Same lock order as an edit of the product.
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

/** Closed first, because an administrator's edit would decide the open review. */
async function applyReview(ctx: UserCtx, review: StoredReview): Promise<void> {
  await closeReview(ctx, review, 'approved');
  const key = String(review.product_id);
  // Product values are written in the default language, whatever the administrator's language.
  const inDefault = { ...ctx, locale: defaultLanguage };
  if (review.values === null) {
    await productsService.update(inDefault, key, { status: 'publish' });
    return;
  }
  const parts = Object.entries(review.values as JsonRecord);
  const own = parts.filter(([part]) => !isGroup(part));
  const upsert = await loadVariationsUnderReview(ctx, review);
  const sent = { ...Object.fromEntries(own), ...(upsert.length > 0 && { variation_options: { upsert } }) };
  if (Object.keys(sent).length > 0) await productsService.update(inDefault, key, sent);
  for (const [part, texts] of parts) {
    const locale = languageOfKey(part);
    if (locale !== undefined) await productsService.update({ ...ctx, locale }, key, texts as JsonRecord);
  }
}

/** The submitted variations that still exist, as `variation_options.upsert`. */
async function loadVariationsUnderReview(
  ctx: UserCtx,
  { product_id, values }: StoredReview,
): Promise<JsonRecord[]> {
  const held = Object.entries(values as JsonRecord).flatMap(([part, value]) => {
    const id = variationOfKey(part);
    return id === undefined ? [] : [{ id, ...(value as JsonRecord) }];
  });
  if (held.length === 0) return [];
  const ids = held.map(({ id }) => id);
  const there = await ctx.db
    .selectFrom('variation_options')
    .select('id')
    .where('product_id', '=', product_id)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .execute();
  return held.filter(({ id }) => there.some((one) => one.id === id));
}

/** Takes the product out of the queue without validating it, so that invalid values cannot keep it there. */
async function leaveQueue(ctx: UserCtx, productId: number, status: 'rejected' | 'draft'): Promise<void> {
  const left = await ctx.db
    .updateTable('products')
    .set((eb) => ({ status, version: eb('version', '+', 1), updated_at: ctx.now }))
    .where('id', '=', productId)
    .where('status', '=', 'under_review')
    .returning('id')
    .executeTakeFirst();
  if (!left) return;
  const changes: Changes = { status: ['under_review', status] };
  await audit(ctx, { family: 'products', id: productId, action: 'update', changes });
}
