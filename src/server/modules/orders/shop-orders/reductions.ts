import type { ShopOrderQuoteInput } from '@/contract/orders/shop-order';
import { AppError } from '@/server/core/errors';

/**
 * Coupons and points are for administrators, who take orders of all shops: what a customer has is not told to a shop
 * (rules/orders: a shop takes an order by phone). Throws VALIDATION_FAILED.
 */
export function assertMayReduce(
  shop: object | null,
  { coupon_code, use_wallet_points }: Pick<ShopOrderQuoteInput, 'coupon_code' | 'use_wallet_points'>,
): void {
  if (!shop) return;
  const fields = {
    ...(coupon_code && { coupon_code: ['error-wrong-value'] }),
    ...(use_wallet_points && { use_wallet_points: ['error-wrong-value'] }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('VALIDATION_FAILED', { fields });
}
