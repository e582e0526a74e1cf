import { sql } from 'kysely';
import { reviews } from '@/contract/feedback/reviews';
import type { ReviewInput } from '@/contract/feedback/reviews/schema';
import type { Ctx } from '@/server/core/context';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { lockUser } from '@/server/core/lock-user';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { notify, shopPeopleIds } from '@/server/modules/messaging/notify';
import { mailReview } from './emails';
import { publishFeedback } from './feedback-live';
import { feedbackSettings } from './feedback-settings';
import { moderatedService } from './moderated-service';
import { reviewPolicy } from './policy';
import { feedbackConditions, feedbackRelations, isOn, presentFeedback } from './presenter';

const engine = resourceService(reviews, {
  table: 'reviews',
  policy: reviewPolicy,
  immutableFields: ['order_id', 'product_id', 'shop_id', 'variation_option_id'],
  adminOnly: ['moderation_note'],
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  include: feedbackRelations('reviews'),
  conditions: {
    ...feedbackConditions('reviews'),
    with_photos: (_eb, value) => isOn(value, sql`(jsonb_array_length(photos) > 0)`),
  },
  onCreate: async (ctx, input) => purchaseOf(ctx, input as ReviewInput),
  onUpdate: (ctx, before) =>
    ctx.user && before.user_id !== ctx.user.id ? { moderated_by: ctx.user.id, moderated_at: ctx.now } : {},
  present: presentFeedback(
    ['rating', 'comment', 'photos', 'variation_option_id', 'answer', 'answered_at'],
    ['order_id'],
  ),
});

/**
 * Customers' product reviews: written for a received purchase, edited by the author or an administrator, removed by
 * administrators. Product ratings are computed on read, so they are always current.
 */
export const reviewsService: ResourceService = {
  ...moderatedService(engine, 'reviews', 'Review'),
  async create(ctx, body) {
    const row = await engine.create(ctx, body);
    await notifyShop(ctx, row);
    await publishFeedback(ctx, 'reviews', { id: row.id, shop_id: row.shop_id });
    return row;
  },
  async update(ctx, key, body) {
    const row = await engine.update(ctx, key, body);
    await publishFeedback(ctx, 'reviews', { id: row.id, shop_id: row.shop_id });
    return row;
  },
};

interface Purchase {
  order_id: number;
  shop_id: number;
  isReceived: boolean;
}

/**
 * Order line that a new review belongs to; the order must be the user's own and received. Throws NOT_FOUND,
 * VALIDATION_FAILED, and ALREADY_GIVEN_REVIEW_FOR_THIS_PRODUCT; concurrent requests are serialized (rules/feedback: a
 * review needs a purchase).
 */
async function purchaseOf(ctx: Ctx, input: ReviewInput): Promise<JsonRecord> {
  const { order_id, product_id, shop_id, variation_option_id: variation = null } = input;
  const user = ctx.user;
  if (!user) throw new AppError('NOT_AUTHENTICATED');
  if (!order_id) rejectValue('order_id');
  if (!product_id) rejectValue('product_id');
  await lockUser(ctx, user.id);
  const { rows } = await sql<Purchase>`
    select root.id as order_id, l.shop_id,
      part.order_status in ('order-completed', 'order-refunded') as "isReceived"
    from orders o join orders root on root.id = coalesce(o.parent_id, o.id)
      join order_lines l on l.parent_id = root.id and (o.parent_id is null or l.order_id = o.id)
      join orders part on part.id = l.order_id
    where o.id = ${order_id} and root.customer_id = ${user.id} and l.product_id = ${product_id}
      and (${variation}::bigint is null or l.variation_option_id = ${variation}::bigint)
    order by 3 desc limit 1`.execute(ctx.db);
  const [bought] = rows;
  if (!bought) throw new AppError('NOT_FOUND');
  if (!bought.isReceived) rejectField('order_id', 'error-review-not-received');
  if (shop_id && shop_id !== bought.shop_id) rejectValue('shop_id');

  const { isSingleReview } = await feedbackSettings(ctx);
  if (isSingleReview && (await isReviewed(ctx, bought.order_id, product_id, variation)))
    throw new AppError('ALREADY_GIVEN_REVIEW_FOR_THIS_PRODUCT');
  return {
    user_id: user.id,
    shop_id: bought.shop_id,
    order_id: bought.order_id,
    is_only: isSingleReview,
  };
}

/** Includes removed reviews: moderation is not undone by writing it again. */
async function isReviewed(ctx: Ctx, orderId: number, productId: number, variation: number | null) {
  const purchase = await ctx.db
    .selectFrom('reviews')
    .select('id')
    .where('order_id', '=', orderId)
    .where('product_id', '=', productId)
    .$if(variation !== null, (some) =>
      some.where((eb) =>
        eb.or([eb('variation_option_id', 'is', null), eb('variation_option_id', '=', variation)]),
      ),
    )
    .executeTakeFirst();
  return purchase !== undefined;
}

/** Notifications and an email to the shop. */
async function notifyShop(ctx: Ctx, row: JsonRecord): Promise<void> {
  const [id, shop_id, product_id, user_id] = [row.id, row.shop_id, row.product_id, row.user_id].map(Number);
  if (!id || !shop_id || !product_id || !user_id) return;
  const comment = String(row.comment ?? '');
  const receivers = await shopPeopleIds(ctx, shop_id, 'feedback');
  await notify(ctx, { receivers, type: 'review', tracker: id, text: comment, shopId: shop_id });
  await mailReview(ctx, { id, shop_id, product_id, user_id, rating: Number(row.rating), comment });
}
