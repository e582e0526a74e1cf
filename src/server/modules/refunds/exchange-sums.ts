import { fromMinor, toMinor } from '@/contract/core/money';
import { computeTax } from '@/contract/orders/charges';
import { partOfLine, type Reductions } from '@/contract/orders/money';
import type { KeptCoupon } from '@/contract/orders/terms';
import { computeDiscount } from '@/contract/promotions/coupons/rules';
import { couponLeft, type OrderTerms } from '@/server/modules/orders/edits/order-terms';
import type { StoredLine } from '@/server/modules/orders/lock-order';

/** Pieces of a line that come back. */
export interface PiecesBack {
  line: StoredLine;
  quantity: number;
  /** Pieces of the line that came back before. */
  refunded: number;
  /** What they cost without the delivery, in kopecks. */
  amount: number;
}

/**
 * Discount and tax of as many pieces at another price, in kopecks: those of the returned pieces, plus what the order's
 * terms make of the difference in price. So the same price costs the same (rules/refunds: an exchange keeps the terms of its
 * order).
 */
export function exchangeSums(
  returned: PiecesBack,
  unitPrice: number,
  known: OrderTerms,
): Pick<Reductions, 'discount' | 'tax'> {
  const { line, quantity } = returned;
  const before = { ...sumsBack(returned), goods: toMinor(line.unit_price) * quantity };
  const goods = unitPrice * quantity;
  if (!known.isExact) return scaledSums(before, goods, known.terms.coupon);
  const off = (sum: number) => percentageOff(couponLeft(known), line.shop_id, sum);
  const discount = Math.min(goods, Math.max(0, before.discount + off(goods) - off(before.goods)));
  const isTaxed = line.is_taxable ?? before.tax > 0;
  const tax = (net: number) => (isTaxed ? computeTax(known.terms.tax, net, 0) : 0);
  const more = tax(goods - discount) - tax(before.goods - before.discount);
  return { discount, tax: Math.max(0, before.tax + more) };
}

/** What of the returned money is discount and tax; they add up to it to the kopeck. */
function sumsBack({ line, quantity, refunded, amount }: PiecesBack): { discount: number; tax: number } {
  const goods = toMinor(line.unit_price) * quantity;
  const tax = partOfLine(toMinor(line.tax), line.quantity, refunded, quantity);
  const discount = Math.max(0, goods + tax - amount);
  return { discount, tax: amount - goods + discount };
}

/** A sum belongs to the piece at any price. */
function percentageOff(coupon: KeptCoupon | null, shopId: number, sum: number): number {
  if (coupon?.type !== 'percentage') return 0;
  const price = fromMinor(sum);
  return toMinor(
    computeDiscount(coupon, { sub_total: price, lines: [{ shop_id: shopId, price, quantity: 1 }] }),
  );
}

/** Of an order from before, whose terms are not known: in the proportion of the prices. */
function scaledSums(
  before: { discount: number; tax: number; goods: number },
  goods: number,
  coupon: KeptCoupon | null,
): { discount: number; tax: number } {
  const part = (sum: number, now: number, was: number) => (was > 0 ? Math.round((sum * now) / was) : 0);
  const isSum = coupon !== null && coupon.type !== 'percentage';
  const discount = Math.min(goods, isSum ? before.discount : part(before.discount, goods, before.goods));
  return { discount, tax: part(before.tax, goods - discount, before.goods - before.discount) };
}
