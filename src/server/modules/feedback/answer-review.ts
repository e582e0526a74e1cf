import type { answerSchema } from '@/contract/feedback/questions/schema';
import { answerHours } from '@/contract/feedback/reviews/values';
import { audit } from '@/server/core/audit';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { Input } from '@/server/core/validate';
import { notify } from '@/server/modules/messaging/notify';
import { mailReviewAnswer } from './emails';
import { publishFeedback } from './feedback-live';
import { handlesShopFeedback } from './policy';
import { reviewsService } from './reviews';

/**
 * `PUT reviews/{id}/answer`: the shop's only answer. Its people change it for a day after it was given, administrators
 * at any time. The author of the review is told once, of the first answer. Throws NOT_FOUND for another shop's review
 * and VALIDATION_FAILED for an answer that is final (rules/feedback: a shop answers a review once).
 */
export async function answerReview(
  ctx: UserCtx,
  key: string,
  { answer }: Input<typeof answerSchema>,
): Promise<JsonRecord> {
  const review = await lockReview(ctx, key);
  if (review.answer !== answer) {
    assertOpen(ctx, review.answered_at);
    await write(ctx, review, answer);
    if (review.answer === null) await tellAuthor(ctx, { ...review, answer });
  }
  return reviewsService.get(ctx, key);
}

/** `DELETE reviews/{id}/answer`, under the same conditions; idempotent. */
export async function removeReviewAnswer(ctx: UserCtx, key: string): Promise<JsonRecord> {
  const review = await lockReview(ctx, key);
  if (review.answer !== null) {
    assertOpen(ctx, review.answered_at);
    await write(ctx, review, null);
  }
  return reviewsService.get(ctx, key);
}

/** Locks the review; of two simultaneous answers the second one sees the first. */
async function lockReview(ctx: UserCtx, key: string) {
  const { id } = await reviewsService.get(ctx, key);
  const review = await ctx.db
    .selectFrom('reviews')
    .select(['id', 'shop_id', 'product_id', 'user_id', 'comment', 'answer', 'answered_at'])
    .where('id', '=', Number(id))
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!review || !handlesShopFeedback(ctx, review.shop_id)) throw new AppError('NOT_FOUND');
  return review;
}

type LockedReview = Awaited<ReturnType<typeof lockReview>>;

function assertOpen(ctx: UserCtx, answeredAt: Date | null): void {
  if (answeredAt === null || isAdmin(ctx)) return;
  if (ctx.now.getTime() - answeredAt.getTime() > answerHours * 3_600_000)
    rejectField('answer', 'error-answer-final');
}

async function write(ctx: UserCtx, review: LockedReview, answer: string | null): Promise<void> {
  await ctx.db
    .updateTable('reviews')
    .set((eb) => ({
      answer,
      answered_by: ctx.user.id,
      // Kept by a removal, so that a shop cannot begin a new day.
      answered_at: review.answered_at ?? ctx.now,
      updated_at: ctx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', review.id)
    .execute();
  await audit(ctx, {
    family: 'reviews',
    id: review.id,
    action: 'answer',
    changes: { answer: [review.answer, answer] },
  });
  await publishFeedback(ctx, 'reviews', review);
}

async function tellAuthor(ctx: UserCtx, review: LockedReview & { answer: string }): Promise<void> {
  // An answer that was removed and written again is no news.
  if (review.answered_at !== null) return;
  const { id, user_id, shop_id, answer } = review;
  await notify(ctx, {
    receivers: [user_id],
    type: 'review',
    event: 'answered',
    tracker: id,
    text: answer,
    shopId: shop_id,
  });
  await mailReviewAnswer(ctx, { ...review, comment: review.comment ?? '' });
}
