import { expressionBuilder, sql } from 'kysely';
import { isAllowed, withStaff } from '@/contract/core/permissions';
import { type Ctx, isAdmin, ownShopIds, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Policy } from '@/server/core/resource/policy';

/**
 * Shops whose catalogue the user manages: an owner's own shops, or the shop of staff with that permission.
 */
export function catalogueShopIds({ user }: Ctx): number[] {
  return user && isAllowed(withStaff('catalogue'), user.permissions) ? ownShopIds(user) : [];
}

/** True for users who may edit the shop's products; they also see what the public does not. */
export function mayEditProducts(ctx: Ctx, shopId: number): boolean {
  return isAdmin(ctx) || catalogueShopIds(ctx).includes(shopId);
}

/**
 * Readable products: administrators all, catalogue managers all of their shops, everybody else published ones of active
 * shops (rules/catalogue: buyers see what is on sale). Writable: those of one's own shops.
 */
export const productPolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  const ids = catalogueShopIds(ctx);
  const own = sql<boolean>`products.shop_id = any(${ids}::bigint[])`;
  if (purpose === 'write') return () => own;
  const open = sql<boolean>`(products.status = 'publish' and products.shop_id not in (select id from shops
    where not is_active or deleted_at is not null))`;
  return () => (ids.length === 0 ? open : sql<boolean>`(${own} or ${open})`);
};

/** Products that the person does not find, as a condition. */
export function isHiddenProduct(ctx: Ctx) {
  const isFound = productPolicy(ctx, 'read');
  return isFound ? sql<boolean>`not ${isFound(expressionBuilder<never, never>())}` : sql<boolean>`false`;
}

/** Throws NOT_FOUND for a shop that is missing or not the person's (rules/core: another shop's row is not found). */
export async function assertOwnShop(ctx: UserCtx, shopId: number): Promise<void> {
  const isOwn = isAdmin(ctx) || ownShopIds(ctx.user).includes(shopId);
  const shop =
    isOwn &&
    (await ctx.db
      .selectFrom('shops')
      .select('id')
      .where('id', '=', shopId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst());
  if (!shop) throw new AppError('NOT_FOUND');
}
