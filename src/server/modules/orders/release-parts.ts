import { endedStatuses } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import { restoreStock } from '@/server/modules/catalogue/stock/stock';
import { releaseCoupon } from '@/server/modules/promotions/coupons/coupon-redemption';
import type { LockedOrder, StoredPart } from './lock-order';
import { releaseMarks } from './marks/release-marks';

/** Returns the pieces of each part to stock once (rules/orders: stock comes back once). */
export async function returnStock(ctx: Ctx, order: LockedOrder, parts: readonly StoredPart[]): Promise<void> {
  const taken = parts.filter(({ stock_returned_at }) => stock_returned_at === null);
  if (taken.length === 0) return;
  await releaseMarks(ctx, order, taken);
  await restoreStock(ctx, toStockLines(order, taken), { family: 'orders', rowId: order.root.id });
  for (const part of taken) {
    await ctx.db
      .updateTable('orders')
      .set({ stock_returned_at: ctx.now })
      .where('id', '=', part.id)
      .execute();
    part.stock_returned_at = ctx.now;
  }
}

/** Lines of these parts in the form that stock functions take. */
export function toStockLines({ lines }: LockedOrder, parts: readonly StoredPart[]) {
  const ids = new Set(parts.map(({ id }) => id));
  return lines
    .filter(({ order_id, quantity }) => ids.has(order_id) && quantity > 0)
    .map(({ product_id, variation_option_id, quantity }) => ({
      productId: product_id,
      variationId: variation_option_id,
      quantity,
    }));
}

/**
 * Releases the coupon use when every part has ended without a refund (rules/promotions: a cancelled order gives its
 * coupon back).
 */
export async function releaseUnused(ctx: Ctx, { root, parts }: LockedOrder): Promise<void> {
  const isOver = parts.every(
    ({ order_status }) => endedStatuses.includes(order_status) && order_status !== 'order-refunded',
  );
  if (isOver && root.coupon_usage_id !== null) await releaseCoupon(ctx, root.coupon_usage_id);
}
