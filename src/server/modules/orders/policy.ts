import { type RawBuilder, sql } from 'kysely';
import { adminOwner, isAllowed, withStaff } from '@/contract/core/permissions';
import { isOrderNumber } from '@/contract/orders/number';
import { type Ctx, isAdmin, ownShopIds } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { isId } from '@/server/core/numbers';
import type { Policy } from '@/server/core/resource/policy';

/**
 * Shops whose orders the user handles: an owner's own shops, or the staff member's shop if they have the permission.
 */
export function orderShopIds({ user }: Ctx): number[] {
  return user && isAllowed(withStaff('orders'), user.permissions) ? ownShopIds(user) : [];
}

/** True for users who handle orders. They see parts of their shops; everybody else sees own purchases. */
export function worksOnOrders({ user }: Ctx): boolean {
  return user !== null && isAllowed(withStaff('orders'), user.permissions);
}

/** True for users who may see what a shop earns. Staff never do. */
export function canSeeShopMoney(ctx: Ctx, shopId: number | null): boolean {
  if (isAdmin(ctx)) return true;
  const isOwner = ctx.user !== null && isAllowed(adminOwner, ctx.user.permissions);
  return isOwner && shopId !== null && orderShopIds(ctx).includes(shopId);
}

/**
 * Whole orders the user bought, also for users who handle orders: with the account, or as a guest with the e-mail and the
 * phone that the account has confirmed since (rules/orders: a guest's orders come with the account).
 */
export const boughtPolicy: Policy = ({ user }) => {
  const id = user?.id ?? 0;
  const confirmed = (value: RawBuilder<unknown>) => sql`(select ${value} from users u where u.id = ${id}
    and u.email_verified_at is not null and u.contact_verified_at is not null and length(phone_tail(u.contact)) = 10)`;
  const asGuest = sql`array(select g.id from orders g where g.parent_id is null and g.deleted_at is null
    and g.customer_id is null and phone_tail(g.customer_contact) = ${confirmed(sql`phone_tail(u.contact)`)}
    and lower(g.customer_email) = ${confirmed(sql`lower(u.email)`)})`;
  return () =>
    sql<boolean>`(orders.parent_id is null and (orders.customer_id = ${id} or orders.id = any(${asGuest})))`;
};

/** Orders and parts the user may read: those they handle and those they bought. */
const readableOrders: Policy = (ctx, purpose) => {
  const [own, bought] = [orderPolicy(ctx, purpose), boughtPolicy(ctx, purpose)];
  return own && bought && ((eb) => eb.or([own(eb), bought(eb)]));
};

/**
 * Row filter of orders: administrators see all, owners and staff the parts of their shops, customers the whole orders
 * they bought. Guests read by secret, not through this filter. Writing uses the same filter, except that customers
 * cannot write.
 */
export const orderPolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  if (worksOnOrders(ctx)) {
    const shops = orderShopIds(ctx);
    // Equality with a single shop keeps the order of the index, `any` does not.
    const own = shops.length === 1 ? sql`= ${shops[0]}::bigint` : sql`= any(${shops}::bigint[])`;
    return () => sql<boolean>`(orders.parent_id is not null and orders.shop_id ${own})`;
  }
  return ctx.user && purpose !== 'write' ? boughtPolicy(ctx, purpose) : () => sql<boolean>`false`;
};

/** An order or part by id or number. Throws NOT_FOUND unless the user may read it. */
export async function findReadableOrder(ctx: Ctx, key: string) {
  if (!isId(key)) throw new AppError('NOT_FOUND');
  const own = readableOrders(ctx, 'read');
  return ctx.db
    .selectFrom('orders')
    .select(['id', 'parent_id', 'shop_id', 'tracking_number'])
    .where('deleted_at', 'is', null)
    .where((eb) => (isOrderNumber(key) ? eb('tracking_number', '=', key) : eb('id', '=', Number(key))))
    .where((eb) => own?.(eb) ?? eb.lit(true))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}
