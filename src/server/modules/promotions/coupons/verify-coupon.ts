import { type Cart, computeDiscount } from '@/contract/promotions/coupons/rules';
import type { couponCheckSchema } from '@/contract/promotions/coupons/schema';
import type { Ctx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import type { Input } from '@/server/core/validate';
import { guardGuesses } from './coupon-guesses';
import { type CouponRejection, checkCoupon, isCouponGuess, isShippedFree } from './coupon-redemption';
import { couponsService, openCoupon } from './coupons';

/**
 * `POST coupons/verify`: the discount for a cart, or why there is none. Read-only and without a guarantee:
 * `redeemCoupon` checks again when the order is placed.
 */
export async function verifyCoupon(
  ctx: Ctx,
  { code, sub_total, item }: Input<typeof couponCheckSchema>,
): Promise<CouponRejection | { is_valid: true; coupon: JsonRecord; discount: number }> {
  const cart: Cart = {
    sub_total,
    // Other clients send an empty list when they name no lines.
    ...(item?.length && { lines: item }),
    isSignedIn: ctx.user !== null,
    isShippedFree: await isShippedFree(ctx, sub_total),
  };
  const user_id = ctx.user?.id ?? null;
  const found = await guardGuesses(ctx, () => checkCoupon(ctx, code, cart, { user_id }), isCouponGuess);
  if ('message' in found) return found;
  const coupon = await couponsService.get(ctx, found.row.code);
  return { is_valid: true, coupon: openCoupon(coupon), discount: computeDiscount(found.terms, cart) };
}
