import { toMinor } from '@/contract/core/money';
import { vendorMoneyOf } from '@/contract/refunds/money';
import type { LockedOrder } from '@/server/modules/orders/lock-order';

/**
 * What vendors give back for pieces of the lines of an order, by the line's id, in kopecks: of what was credited for their
 * part, never more.
 */
export function vendorShares(
  { parts, lines }: Pick<LockedOrder, 'parts' | 'lines'>,
  asked: ReadonlyMap<number, number>,
): Map<number, number> {
  return new Map(
    parts.flatMap((part) => {
      if (part.credited_amount === null) return [];
      const bearsDiscount = part.discount_shop_id === part.shop_id;
      const pieces = lines
        .filter((line) => line.order_id === part.id)
        .map((line) => ({
          ...{ id: line.id, quantity: line.quantity, refunded: line.refunded_quantity },
          base: toMinor(line.subtotal) - (bearsDiscount ? toMinor(line.discount) : 0),
        }));
      return [...vendorMoneyOf(pieces, toMinor(part.credited_amount), asked)];
    }),
  );
}
