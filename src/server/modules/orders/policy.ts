import { sql } from 'kysely';
import { adminOwner, isAllowed, withStaff } from '@/contract/core/permissions';
import { type Ctx, isAdmin, shopIdsOf } from '@/server/core/context';
import type { Policy } from '@/server/core/resource/policy';

/** Shops whose orders the person works on: owners their own, staff the one they are in if they were given it. */
export function orderShopIds({ user }: Ctx): number[] {
  return user && isAllowed(withStaff('orders'), user.permissions) ? shopIdsOf(user) : [];
}

/** True for who works on orders: they are shown shops' parts; all others what they have bought. */
export function worksOnOrders({ user }: Ctx): boolean {
  return user !== null && isAllowed(withStaff('orders'), user.permissions);
}

/** True for who may know what a shop earns: staff never do. */
export function seesMoneyOf(ctx: Ctx, shopId: number | null): boolean {
  if (isAdmin(ctx)) return true;
  const isOwner = ctx.user !== null && isAllowed(adminOwner, ctx.user.permissions);
  return isOwner && shopId !== null && orderShopIds(ctx).includes(shopId);
}

/** What the person bought themselves: whole orders. Also of who works on orders, where it is asked for. */
export const boughtPolicy: Policy = ({ user }) => {
  return () => sql<boolean>`(orders.parent_id is null and orders.customer_id = ${user?.id ?? 0})`;
};

/** One order or part that the person may read: theirs to work on, or bought by themselves. */
export const readsOrder: Policy = (ctx, purpose) => {
  const [own, bought] = [orderPolicy(ctx, purpose), boughtPolicy(ctx, purpose)];
  return own && bought && ((eb) => eb.or([own(eb), bought(eb)]));
};

/**
 * Which orders (design §6): an administrator all; owners and staff with this part of the work the parts of their shops;
 * a customer what they bought, whole. A guest's is read by its secret alone, which is not asked here. Who may write is
 * the same, but for customers, who write none.
 */
export const orderPolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  if (worksOnOrders(ctx)) {
    const shops = orderShopIds(ctx);
    // One is compared: an index then gives its orders in any order that lists have.
    const own = shops.length === 1 ? sql`= ${shops[0]}::bigint` : sql`= any(${shops}::bigint[])`;
    return () => sql<boolean>`(orders.parent_id is not null and orders.shop_id ${own})`;
  }
  return ctx.user && purpose !== 'write' ? boughtPolicy(ctx, purpose) : () => sql<boolean>`false`;
};
