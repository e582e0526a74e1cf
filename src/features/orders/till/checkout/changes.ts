import type { VerifiedCheckout } from '@/contract/orders/wire';
import type { ShownLine, Totals } from './checkout-math';

/** One thing that differs from what was shown when the order was placed; a word of `checkout.changed` and its figures. */
export interface Change {
  key: string;
  name?: string;
  before?: number;
  now?: number;
  left?: number;
}

/** Which lines and sums differ, and why (`ORDER_CHANGED`). */
export function changesIn(
  lines: readonly ShownLine[],
  totals: Totals,
  answer: VerifiedCheckout,
  { hasCoupon, usesPoints }: { hasCoupon: boolean; usesPoints: boolean },
): Change[] {
  const ofLines = answer.lines.flatMap((found): Change[] => {
    const shown = lines.find(
      (line) =>
        line.productId === found.product_id && line.variationId === found.variation_option_id && !line.isOut,
    );
    if (!shown) return [];
    const name = shown.item.name ?? '';
    if (found.problem === 'gone' || found.problem === 'disabled')
      return [{ key: `line-${found.problem}`, name }];
    if (found.problem === 'short') return [{ key: 'line-short', name, left: found.left }];
    return found.unit_price === shown.price
      ? []
      : [{ key: 'line-price', name, before: shown.price, now: found.unit_price }];
  });
  const sums: Change[] = [
    { key: 'tax', before: totals.tax, now: answer.total_tax },
    { key: 'shipping', before: totals.shipping, now: answer.shipping_charge },
    ...(hasCoupon ? [{ key: 'discount', before: totals.discount, now: answer.discount }] : []),
    { key: 'total', before: totals.total, now: answer.total },
    ...(usesPoints
      ? [{ key: 'wallet', before: totals.wallet, now: Math.min(answer.total, answer.wallet_currency) }]
      : []),
  ].filter(({ before, now }) => before !== now);
  return [...ofLines, ...sums];
}

/** True for the `current` of `ORDER_CHANGED`. */
export function isVerifiedCheckout(value: unknown): value is VerifiedCheckout {
  return (
    typeof value === 'object' &&
    value !== null &&
    'lines' in value &&
    Array.isArray(value.lines) &&
    'unavailable_products' in value &&
    Array.isArray(value.unavailable_products)
  );
}
