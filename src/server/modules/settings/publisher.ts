import type { Ctx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';

/** The publisher of a text: the marketplace or one shop. Throws VALIDATION_FAILED for a missing shop. */
export async function resolvePublisher(ctx: Ctx, shopId: unknown) {
  if (typeof shopId !== 'number') return { type: 'global', issued_by: 'Super Admin', shop_id: null };
  const shop = await ctx.db
    .selectFrom('shops')
    .select('name')
    .where('id', '=', shopId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!shop) rejectValue('shop_id');
  return { type: 'shop', issued_by: shop.name, shop_id: shopId };
}
