import { type SqlBool, sql } from 'kysely';
import { type Ctx, isAdmin, ownShopIds } from '@/server/core/context';
import type { Policy } from '@/server/core/resource/policy';

export const isOwnShop = ({ user }: Ctx) =>
  sql<boolean>`shops.id = any(${user ? ownShopIds(user) : []}::bigint[])`;

/** Administrators: every shop. Others read active shops and their own, and write their own. */
export const shopPolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  // By the column, because the owner's shops were read before a new one.
  if (purpose === 'write') return (eb) => eb('shops.owner_id', '=', ctx.user?.id ?? 0);
  return () => sql<boolean>`(shops.is_active or ${isOwnShop(ctx)})`;
};

/** Memberships in a shop that the user owns. */
export const isInOwnedShop = ({ user }: Ctx) =>
  sql<SqlBool>`memberships.shop_id = any(${user?.ownedShopIds ?? []}::bigint[])`;

/** Owners: the staff of their shops. Administrators: all staff. Nobody: people whose account was removed. */
export const staffPolicy: Policy = (ctx) => (eb) =>
  eb.and([
    sql<SqlBool>`not exists (select from users u where u.id = memberships.user_id and u.deleted_at is not null)`,
    ...(isAdmin(ctx) ? [] : [isInOwnedShop(ctx)]),
  ]);

/** Vendors: transfers from them, to them, or of a shop they own. Administrators: all. */
export const transferPolicy: Policy = (ctx) => {
  if (isAdmin(ctx)) return undefined;
  const { id = 0, ownedShopIds = [] } = ctx.user ?? {};
  return () => sql<boolean>`(ownership_transfers.from_id = ${id} or ownership_transfers.to_id = ${id}
    or ownership_transfers.shop_id = any(${ownedShopIds}::bigint[]))`;
};
