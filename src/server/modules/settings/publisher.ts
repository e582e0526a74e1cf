import { type Ctx, isAdmin, shopIdsOf } from '@/server/core/context';
import { AppError } from '@/server/core/errors';

/**
 * The publisher of a text: the marketplace or one shop. Vendors publish for their own shops only: throws NOT_FOUND for
 * another shop and VALIDATION_FAILED without one (reference rules, S-37, S-38).
 */
export async function resolvePublisher(ctx: Ctx, shopId: unknown) {
  const isGlobal = typeof shopId !== 'number';
  if (!isAdmin(ctx)) {
    if (isGlobal) throw new AppError('VALIDATION_FAILED', { fields: { shop_id: ['error-shop-required'] } });
    if (!ctx.user || !shopIdsOf(ctx.user).includes(shopId)) throw new AppError('NOT_FOUND');
  }
  if (isGlobal) return { type: 'global', issued_by: 'Super Admin', shop_id: null };
  const shop = await ctx.db
    .selectFrom('shops')
    .select('name')
    .where('id', '=', shopId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!shop) throw new AppError('VALIDATION_FAILED', { fields: { shop_id: ['error-wrong-value'] } });
  return { type: 'shop', issued_by: shop.name, shop_id: shopId };
}
