import { fromMinor, percentOf, toMinor } from '@/contract/core/money';
/** Coupon validity and discount: pure functions in whole kopecks. */
export const couponTypes = ['fixed', 'percentage', 'free_shipping'] as const;

export type CouponType = (typeof couponTypes)[number];

/** Terms of a coupon. Times are ISO text on the wire and dates in the database. */
export interface CouponTerms {
  type: CouponType;
  amount: number;
  minimum_cart_amount: number;
  active_from: string | Date;
  expire_at: string | Date;
  /** Signed-in customers only. */
  target: boolean;
  is_approve: boolean;
  /** Null: valid for the whole marketplace. */
  shop_id: number | null;
  usage_limit: number | null;
  usage_limit_per_user: number | null;
}

export interface CartLine {
  shop_id: number;
  price: number;
  quantity: number;
}

export interface Cart {
  sub_total: number;
  /** Missing when only the total is known (the page that checks a code); the total then counts as one shop's. */
  lines?: readonly CartLine[];
  isSignedIn: boolean;
  /** The cart ships free without any coupon. */
  isShippedFree: boolean;
}

type GoodsOfCart = Pick<Cart, 'sub_total' | 'lines'>;

/** Redemptions so far: in total, and by this customer. */
export interface CouponUses {
  total: number;
  ofUser: number;
}

/** Refusals of the dialect; the last three are ours: the dialect has no limits and no till. */
export const couponRefusals = [
  'INVALID_COUPON_CODE',
  'THIS_COUPON_CODE_IS_NOT_APPROVED',
  'THIS_COUPON_CODE_IS_ONLY_FOR_VERIFIED_USERS',
  'COUPON_CODE_IS_NOT_APPLICABLE_IN_THIS_SHOP_PRODUCT',
  'ALREADY_FREE_SHIPPING_ACTIVATED',
  'COUPON_CODE_IS_NOT_APPLICABLE',
  'COUPON_USAGE_LIMIT_REACHED',
  'CUSTOMER_CODE_NEEDED',
  'CUSTOMER_CODE_WRONG',
] as const;

export type CouponRefusal = (typeof couponRefusals)[number];

export const couponStates = ['valid', 'waiting', 'upcoming', 'expired', 'used_up'] as const;

export type CouponState = (typeof couponStates)[number];

/** Between its two moments, inclusive. */
export function isInForce(
  { active_from, expire_at }: Pick<CouponTerms, 'active_from' | 'expire_at'>,
  now: Date,
) {
  return timeOf(active_from) <= now.getTime() && now.getTime() <= timeOf(expire_at);
}

/** Status shown in lists. */
export function couponState(coupon: CouponTerms, now: Date, used: number): CouponState {
  if (timeOf(coupon.expire_at) < now.getTime()) return 'expired';
  if (!coupon.is_approve) return 'waiting';
  if (coupon.usage_limit !== null && used >= coupon.usage_limit) return 'used_up';
  return timeOf(coupon.active_from) > now.getTime() ? 'upcoming' : 'valid';
}

/**
 * Reason why a cart cannot use the coupon; undefined when it can. Checks run in the dialect's order, except where they
 * contradict each other: a shop's free delivery requires goods of the shop and paid delivery, and a shop's 100 % is a
 * discount, too.
 */
export function couponRefusal(
  coupon: CouponTerms,
  cart: Cart,
  uses: CouponUses,
  now: Date,
): CouponRefusal | undefined {
  if (!coupon.is_approve) return 'THIS_COUPON_CODE_IS_NOT_APPROVED';
  // A per-customer limit needs a known customer.
  const needsUser = coupon.target || coupon.usage_limit_per_user !== null;
  if (needsUser && !cart.isSignedIn) return 'THIS_COUPON_CODE_IS_ONLY_FOR_VERIFIED_USERS';
  if (!suitsShop(coupon, cart)) return 'COUPON_CODE_IS_NOT_APPLICABLE_IN_THIS_SHOP_PRODUCT';
  if (!isInForce(coupon, now)) return 'INVALID_COUPON_CODE';
  const { usage_limit, usage_limit_per_user } = coupon;
  const isUsedUp = usage_limit !== null && uses.total >= usage_limit;
  const isUsedUpByUser = usage_limit_per_user !== null && uses.ofUser >= usage_limit_per_user;
  if (isUsedUp || isUsedUpByUser) return 'COUPON_USAGE_LIMIT_REACHED';
  if (coupon.type === 'free_shipping' && cart.isShippedFree) return 'ALREADY_FREE_SHIPPING_ACTIVATED';
  if (shareOf(coupon, cart) < toMinor(coupon.minimum_cart_amount)) return 'COUPON_CODE_IS_NOT_APPLICABLE';
  return undefined;
}

/**
 * Whether a shop may accept the coupon at its till only with the customer's agreement: it costs the marketplace money,
 * or a use of one person.
 */
export function needsCustomerAtTill(
  { shop_id, target, usage_limit_per_user }: CouponTerms,
  shopId: number,
): boolean {
  return shop_id !== shopId || target || usage_limit_per_user !== null;
}

function suitsShop(coupon: CouponTerms, cart: Cart): boolean {
  return coupon.shop_id === null || shareOf(coupon, cart) > 0;
}

/**
 * Kopecks of the cart that the coupon applies to, by which its minimum is measured, too: a shop's coupon covers only that
 * shop's goods (rules/promotions: a shop pays for its own coupon).
 */
export function shareOf(
  { shop_id }: Pick<CouponTerms, 'shop_id'>,
  { sub_total, lines }: GoodsOfCart,
): number {
  if (shop_id === null || lines === undefined) return toMinor(sub_total);
  return lines
    .filter((line) => line.shop_id === shop_id)
    .reduce((sum, { price, quantity }) => sum + toMinor(price) * quantity, 0);
}

/** Discount in roubles, capped at the eligible sum, half up to the kopeck. Free delivery takes nothing off the goods. */
export function computeDiscount(
  coupon: Pick<CouponTerms, 'type' | 'amount' | 'shop_id'>,
  cart: GoodsOfCart,
): number {
  if (coupon.type === 'free_shipping') return 0;
  const share = shareOf(coupon, cart);
  const off = coupon.type === 'fixed' ? toMinor(coupon.amount) : percentOf(share, toMinor(coupon.amount));
  return fromMinor(Math.min(off, share));
}

function timeOf(moment: string | Date): number {
  return new Date(moment).getTime();
}
