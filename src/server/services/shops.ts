import type { ShopStub } from '@/contract/auth';
import type { Attachment } from '@/contract/define';
import { shops } from '@/contract/shops';
import { type Ctx, isAdmin, shopIdsOf } from '../context';
import { AppError } from '../errors';
import { type ResourceService, resourceService } from './resource-service';

/**
 * `GET shops/{slug or id}`: an active shop for everybody, an inactive one only for its people and administrators
 * (reference rules S-12). Throws NOT_FOUND.
 */
export async function getShop(ctx: Ctx, key: string): Promise<ShopStub & { description: string | null }> {
  const byId = /^\d{1,15}$/.test(key);
  const shop = await ctx.db
    .selectFrom('shops')
    .select(['id', 'name', 'slug', 'logo', 'is_active', 'description'])
    .where(byId ? 'id' : 'slug', '=', byId ? Number(key) : key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const isOwn = shop && ctx.user && shopIdsOf(ctx.user).includes(shop.id);
  if (!shop || !(shop.is_active || isOwn || isAdmin(ctx))) throw new AppError('NOT_FOUND');
  return { ...shop, logo: shop.logo as unknown as Attachment | null };
}

/** Shops of the marketplace. */
export const shopsService: ResourceService = {
  ...resourceService(shops, { table: 'shops' }),
  get: (ctx, key) => getShop(ctx, key) as never,
};
