import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { isAllowed, ownerStaff } from '@/contract/core/permissions';
import { type Ctx, isAdmin, ownShopIds } from '../context';

/**
 * Row filter that list, read, update and remove all obey; undefined means every row (rules/core: one policy for list,
 * read and write).
 */
// biome-ignore lint/suspicious/noExplicitAny: the table is known to the service, not to the policy
export type RowFilter = (eb: ExpressionBuilder<any, any>) => Expression<SqlBool>;

export type Policy = (ctx: Ctx, purpose: 'read' | 'write') => RowFilter | undefined;

/**
 * Rows of the person's own shops; an administrator has all. Guests and customers read all (texts of the storefront) and
 * write none.
 */
export const ownShop: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  if (!worksInShops(ctx)) return purpose === 'read' ? undefined : (eb) => eb.val(false);
  const shops = ctx.user ? ownShopIds(ctx.user) : [];
  return shops.length > 0 ? (eb) => eb('shop_id', 'in', shops) : (eb) => eb.val(false);
};

export function worksInShops({ user }: Ctx): boolean {
  return user !== null && isAllowed(ownerStaff, user.permissions);
}

/** Of the rows of a policy those that match the filter, too. */
export function narrowPolicy(policy: Policy, filter: RowFilter): Policy {
  return (ctx, purpose) => {
    const own = policy(ctx, purpose);
    return own ? (eb) => eb.and([own(eb), filter(eb)]) : filter;
  };
}
