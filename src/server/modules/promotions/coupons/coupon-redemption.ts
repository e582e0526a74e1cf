import { type Selectable, sql } from 'kysely';
import type { KeptCoupon } from '@/contract/orders/terms';
import {
  type Cart,
  type CartLine,
  type CouponRefusal,
  type CouponTerms,
  type CouponUses,
  computeDiscount,
  couponRefusal,
  couponTypes,
  needsCustomerAtTill,
} from '@/contract/promotions/coupons/rules';
import type { Ctx } from '@/server/core/context';
import type { Coupons } from '@/server/core/db/types';
import { settingsOptions } from '@/server/core/settings';

export type CouponRejection = { is_valid: false; message: CouponRefusal };

interface Checked {
  row: Selectable<Coupons>;
  terms: CouponTerms;
}

/**
 * The coupon of a code if the cart may use it. `isLocked` serializes concurrent redemptions until the transaction
 * ends.
 */
export async function checkCoupon(
  ctx: Ctx,
  code: string,
  cart: Cart,
  { user_id, till }: Pick<OrderCart, 'user_id' | 'till'>,
  isLocked = false,
): Promise<CouponRejection | Checked> {
  const query = ctx.db
    .selectFrom('coupons')
    .selectAll()
    .where('code', '=', code)
    .where('deleted_at', 'is', null);
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return { is_valid: false, message: 'INVALID_COUPON_CODE' };
  const terms = { ...row, type: couponTypes.find((type) => type === row.type) ?? 'fixed' };
  const uses = await usesOf(ctx, row.id, user_id);
  if (till && needsCustomerAtTill(terms, till.shop_id) && till.consent !== 'given') {
    // Until the customer agrees, nothing is said that depends on the customer.
    const anybody = couponRefusal(terms, { ...cart, isSignedIn: true }, { ...uses, ofUser: 0 }, ctx.now);
    const missing = till.consent === 'wrong' ? 'CUSTOMER_CODE_WRONG' : 'CUSTOMER_CODE_NEEDED';
    return { is_valid: false, message: anybody ?? missing };
  }
  const refusal = couponRefusal(terms, cart, uses, ctx.now);
  return refusal ? { is_valid: false, message: refusal } : { row, terms };
}

async function usesOf(ctx: Ctx, couponId: number, userId: number | null): Promise<CouponUses> {
  const { total, of_user } = await ctx.db
    .selectFrom('coupon_usages')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where user_id = ${userId}::bigint))::int`.as('of_user'),
    ])
    .where('coupon_id', '=', couponId)
    .where('released_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { total, ofUser: of_user };
}

/** Whether a cart of this total ships free; false without the setting. */
export async function isShippedFree(ctx: Ctx, subTotal: number): Promise<boolean> {
  const { freeShipping, freeShippingAmount } = await settingsOptions(ctx);
  return freeShipping && Number(freeShippingAmount ?? 0) <= subTotal;
}

/** An order about to be placed, with prices from the database, never from the client. */
export interface OrderCart {
  sub_total: number;
  lines: readonly CartLine[];
  /** The customer; null for a guest. */
  user_id: number | null;
  order_id?: number | null;
  /** A sale at the till of a shop, and whether the customer has agreed to use the coupon there. */
  till?: { shop_id: number; consent: TillConsent } | undefined;
}

/** `wrong`: by a code that does not fit. */
export type TillConsent = 'none' | 'wrong' | 'given';

export interface CouponEffect {
  coupon_id: number;
  /** The shop whose goods are discounted and that bears the discount; null: the marketplace. */
  shop_id: number | null;
  /** In roubles, off the goods of the coupon's shop, or off all. */
  discount: number;
  isDeliveryFree: boolean;
  /** What an order keeps of it; null: nothing is taken off. */
  terms: KeptCoupon | null;
}

export type Redemption = CouponEffect & { usage_id: number };

/**
 * Previews a coupon on a cart read by the server, without a guarantee. Not guarded against code guessing: see
 * `isCouponGuess`.
 */
export async function quoteCoupon(
  ctx: Ctx,
  code: string,
  order: OrderCart,
): Promise<CouponRejection | CouponEffect> {
  const cart = await cartOf(ctx, order);
  const found = await checkCoupon(ctx, code.trim().toUpperCase(), cart, order);
  return 'message' in found ? found : effectOf(found, cart);
}

/** Whether a refusal suggests code guessing. */
export function isCouponGuess(answer: CouponRejection | CouponEffect | Checked): boolean {
  return 'message' in answer && guesses.includes(answer.message);
}

const guesses: CouponRefusal[] = ['INVALID_COUPON_CODE', 'THIS_COUPON_CODE_IS_NOT_APPROVED'];

async function cartOf(ctx: Ctx, { user_id, sub_total, lines }: OrderCart): Promise<Cart> {
  return {
    sub_total,
    lines,
    isSignedIn: user_id !== null,
    isShippedFree: await isShippedFree(ctx, sub_total),
  };
}

function effectOf({ row, terms }: Checked, cart: Cart): CouponEffect {
  return {
    coupon_id: row.id,
    shop_id: terms.shop_id,
    discount: computeDiscount(terms, cart),
    isDeliveryFree: terms.type === 'free_shipping',
    terms: toKeptCoupon(terms),
  };
}

export const toKeptCoupon = ({
  type,
  amount,
  minimum_cart_amount: minimum,
  shop_id,
}: Pick<CouponTerms, 'type' | 'amount' | 'minimum_cart_amount' | 'shop_id'>): KeptCoupon => ({
  type,
  amount,
  minimum,
  shop_id,
});

/**
 * Redeems a coupon in the transaction that places the order (rules/promotions: a coupon is checked where it is used):
 * locks the row, checks everything again and records the use, so that limits hold under concurrency. A refusal writes
 * nothing; the order must then not use the discount.
 */
export async function redeemCoupon(
  ctx: Ctx,
  code: string,
  order: OrderCart,
): Promise<CouponRejection | Redemption> {
  const cart = await cartOf(ctx, order);
  const { user_id, order_id = null } = order;
  const found = await checkCoupon(ctx, code.trim().toUpperCase(), cart, order, true);
  if ('message' in found) return found;
  const usage = await ctx.db
    .insertInto('coupon_usages')
    .values({ coupon_id: found.row.id, user_id, order_id, used_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { usage_id: usage.id, ...effectOf(found, cart) };
}

/** Restores a use when the order is cancelled. Returns false when it was restored before. */
export async function releaseCoupon(ctx: Ctx, usageId: number): Promise<boolean> {
  const released = await ctx.db
    .updateTable('coupon_usages')
    .set({ released_at: ctx.now })
    .where('id', '=', usageId)
    .where('released_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return released !== undefined;
}
