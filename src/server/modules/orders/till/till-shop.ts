import { allShops } from '@/contract/orders/shop-order';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { orderShopIds } from '../policy';

export interface TillShop {
  id: number;
  name: string;
  slug: string;
}

/**
 * An open shop by slug: any for administrators, their own for people who handle its orders. Throws NOT_FOUND for all
 * others.
 */
export async function tillShop(ctx: UserCtx, slug: string): Promise<TillShop> {
  const shop = await ctx.db
    .selectFrom('shops')
    .select(['id', 'name', 'slug'])
    .where('slug', '=', slug)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!shop || !(isAdmin(ctx) || orderShopIds(ctx).includes(shop.id))) throw new AppError('NOT_FOUND');
  return shop;
}

/** The shop whose goods are sold; null for all open shops, to administrators. Throws NOT_FOUND. */
export async function sellingShop(ctx: UserCtx, slug: string): Promise<TillShop | null> {
  return slug === allShops && isAdmin(ctx) ? null : tillShop(ctx, slug);
}
