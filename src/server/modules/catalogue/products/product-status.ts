import { sql } from 'kysely';
import {
  isDecision,
  isLive,
  nextStatus,
  offeredStatuses,
  type ProductStatus,
} from '@/contract/catalogue/products/moderation';
import type { FieldErrors } from '@/contract/core/errors';
import { type Ctx, isAdmin, mayDo, type UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import { decideByStatus, isReviewed, submitProduct, withdrawReview } from '../moderation/product-reviews';

interface Situation {
  isReviewed: boolean;
  isAdmin: boolean;
  status?: ProductStatus;
}

/** Input of the moderation rules for this write. */
export async function describeSituation(ctx: Ctx, status?: ProductStatus): Promise<Situation> {
  return { isReviewed: await isReviewed(ctx), isAdmin: isAdmin(ctx), ...(status && { status }) };
}

/** Status after a write. Throws VALIDATION_FAILED when the requested one is not allowed. */
export function statusAfter(situation: Situation, asked: ProductStatus | undefined): ProductStatus {
  return nextStatus(situation, asked) ?? rejectField('status', 'error-status-refused');
}

/** Whether somebody of the team lacks the right for a move of the status; a vendor's are moved by the rules of reviews. */
export const lacksDecision = (ctx: UserCtx, was: ProductStatus | undefined, next: ProductStatus): boolean =>
  isAdmin(ctx) && isDecision(was, next) && !mayDo(ctx, 'moderation:decide');

/** Publishing asks the same in a form as in the queue (rules/catalogue: publishing is a decision). Throws FORBIDDEN. */
export function assertMayMove(ctx: UserCtx, was: ProductStatus | undefined, next: ProductStatus): void {
  if (lacksDecision(ctx, was, next)) throw new AppError('FORBIDDEN', { needs: ['moderation:decide'] });
}

/** True when reviewed fields of the product wait for an administrator. */
export function needsReview({ isReviewed: is, isAdmin: byAdmin, status }: Situation): boolean {
  return is && !byAdmin && isLive(status);
}

/**
 * Opens, decides or closes the review according to the status just written; `isAsked`: the client sent a
 * status.
 */
export async function syncReview(
  ctx: UserCtx,
  product: { id: number; shop_id: number },
  { before, after, isAsked }: { before?: ProductStatus; after: ProductStatus; isAsked: boolean },
): Promise<void> {
  // Also when already queued: the new version must be seen before it is approved.
  if (after === 'under_review') return submitProduct(ctx, product);
  if (isAdmin(ctx)) {
    if (isAsked && before) await decideByStatus(ctx, product.id, after);
    return;
  }
  if (before === 'under_review') await withdrawReview(ctx, product.id);
}

interface Lacking {
  hasGroup: boolean;
  lacksPrice: boolean;
  isFreeByMistake: boolean;
  lacksVariation: boolean;
}

/**
 * Requires what a buyer needs: a price or an enabled variation, and an existing group. Checked for published
 * and submitted products. Throws VALIDATION_FAILED at the missing field, at `key` for a missing variation.
 */
export async function assertSellable(ctx: Ctx, id: number, key = 'variation_options'): Promise<void> {
  const { rows } = await sql<Lacking>`select
      exists (select 1 from groups g where g.id = p.type_id and g.deleted_at is null) as "hasGroup",
      p.product_type <> 'variable' and p.price is null as "lacksPrice",
      not p.is_free and coalesce(p.price, p.min_price) = 0 as "isFreeByMistake",
      p.product_type = 'variable' and not exists (select 1 from variation_options v
        where v.product_id = p.id and v.deleted_at is null and not v.is_disable) as "lacksVariation"
    from products p where p.id = ${id}`.execute(ctx.db);
  for (const { hasGroup, lacksPrice, isFreeByMistake, lacksVariation } of rows) {
    const fields: FieldErrors = {
      ...(!hasGroup && { type_id: ['error-wrong-value'] }),
      ...(lacksPrice && { price: ['error-price-required'] }),
      ...(isFreeByMistake && { price: ['error-price-free'] }),
      ...(lacksVariation && { [key]: ['error-variations-required'] }),
    };
    if (Object.keys(fields).length > 0) throw new AppError('VALIDATION_FAILED', { fields });
  }
}

/** True for published products and those waiting to be. */
export const isOffered = (status: ProductStatus) => offeredStatuses.includes(status);
