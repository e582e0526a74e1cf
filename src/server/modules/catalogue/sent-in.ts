import { type Ctx, isAdmin, shopIdsOf } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';

/**
 * What a new row of a dictionary that shops add to is given: an administrator's is approved, a shop's waits (reference
 * rules R-298). Throws NOT_FOUND for somebody else's shop and VALIDATION_FAILED without one.
 */
export async function defaultsForSubmission(ctx: Ctx, input: JsonRecord): Promise<JsonRecord> {
  if (isAdmin(ctx)) return { is_approved: input.is_approved ?? true };
  if (!input.shop_id)
    throw new AppError('VALIDATION_FAILED', { fields: { shop_id: ['error-shop-required'] } });
  if (!ctx.user || !shopIdsOf(ctx.user).includes(Number(input.shop_id))) throw new AppError('NOT_FOUND');
  return { is_approved: false };
}
