import { sql } from 'kysely';
import { isAllowed, withStaff } from '@/contract/core/permissions';
import { type Ctx, isAdmin, shopIdsOf } from '@/server/core/context';
import type { Policy } from '@/server/core/resource/policy';

/** Shops whose catalogue the person works on: owners their own, staff the one they are in if they were given it. */
export function catalogueShopIds({ user }: Ctx): number[] {
  return user && isAllowed(withStaff('catalogue'), user.permissions) ? shopIdsOf(user) : [];
}

/** True for who may change the products of a shop: they are also told what nobody else is. */
export function mayEditProducts(ctx: Ctx, shopId: number): boolean {
  return isAdmin(ctx) || catalogueShopIds(ctx).includes(shopId);
}

/**
 * Which products: an administrator all; who works on a shop's catalogue every one of it, of others what is on sale
 * there; all others what is on sale, which needs an active shop (design §5).
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
