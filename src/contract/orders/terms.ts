import { fromMinor, toMinor } from '@/contract/core/money';
import { type CouponType, computeDiscount, shareOf } from '@/contract/promotions/coupons/rules';
import { computeDeliveryTax, computeTax, type TaxRate } from './charges';
import { orderMoney, type PricedLine, type Reductions } from './money';

/**
 * What an order was placed on: kept with it, so that an edited order is computed as a placed one, whatever became of the
 * coupon, the rate and the settings since (rules/orders: an edited order is computed as a placed one). Roubles.
 */
export interface KeptTerms {
  coupon: KeptCoupon | null;
  tax: KeptTax | null;
  /** Nothing is added to the prices, at any address. */
  prices_include_tax: boolean;
  minimum_order: number;
  /** One charge for the whole order, split among its shops by their goods. */
  is_delivery_whole?: boolean;
  /** Delivered free of charge from this sum on; null when it was not the reason. */
  free_delivery_from: number | null;
  /** What the delivery of each shop would have cost without a coupon of free delivery; due once it is dropped. */
  waived_delivery?: { shop_id: number; amount: number }[];
}

/** A coupon, or a discount that a cashier gave. */
export interface KeptCoupon {
  type: CouponType;
  /** Per cent or a sum. */
  amount: number;
  minimum: number;
  /** Whose goods it covers; null: all. */
  shop_id: number | null;
}

export type KeptTax = Pick<TaxRate, 'id' | 'rate' | 'on_shipping'>;

/** Discount and tax of lines, in kopecks. `deliveries`: the delivery of each line. */
export function sumsByTerms(
  lines: readonly PricedLine[],
  { coupon, tax }: Pick<KeptTerms, 'coupon' | 'tax'>,
  deliveries: readonly number[],
): Omit<Reductions, 'wallet'> {
  const discounted = {
    discount: coupon ? toMinor(computeDiscount(coupon, cartOf(lines))) : 0,
    discountShopId: coupon?.shop_id ?? null,
  };
  return { ...discounted, ...taxesOf(lines, discounted, { tax, deliveries }) };
}

/** Tax and delivery of lines after a discount, in kopecks. */
export function taxesOf(
  lines: readonly PricedLine[],
  discounted: Pick<Reductions, 'discount' | 'discountShopId'>,
  { tax, deliveries }: { tax: KeptTax | null; deliveries: readonly number[] },
): Pick<Reductions, 'tax' | 'deliveryTax' | 'delivery' | 'deliveryWeights'> {
  const untaxed = orderMoney(lines, { ...discounted, tax: 0, delivery: 0, wallet: 0 });
  const taxable = untaxed.lines.reduce(
    (sum, { total }, place) => sum + (lines[place]?.isTaxable ? total : 0),
    0,
  );
  const delivery = deliveries.reduce((sum, one) => sum + one, 0);
  return {
    tax: computeTax(tax, taxable, delivery),
    deliveryTax: computeDeliveryTax(tax, delivery),
    delivery,
    deliveryWeights: deliveries,
  };
}

/** A term that an order met before a change and no longer meets. Roubles. */
export interface BrokenTerm {
  kind: 'coupon-minimum' | 'order-minimum' | 'free-delivery';
  minimum: number;
  /** What there is instead. */
  goods: number;
}

/** Terms that the goods met before a change and no longer meet. */
export function brokenTerms(
  { coupon, minimum_order, free_delivery_from }: KeptTerms,
  before: readonly PricedLine[],
  after: readonly PricedLine[],
): BrokenTerm[] {
  const broken = (kind: BrokenTerm['kind'], minimum: number, shopId: number | null): BrokenTerm[] => {
    const goods = (lines: readonly PricedLine[]) => shareOf({ shop_id: shopId }, cartOf(lines));
    const isBroken = goods(before) >= toMinor(minimum) && goods(after) < toMinor(minimum);
    return isBroken ? [{ kind, minimum, goods: fromMinor(goods(after)) }] : [];
  };
  return [
    ...(coupon ? broken('coupon-minimum', coupon.minimum, coupon.shop_id) : []),
    ...broken('order-minimum', minimum_order, null),
    ...(free_delivery_from === null ? [] : broken('free-delivery', free_delivery_from, null)),
  ];
}

/** Lines in the form that coupon rules take. */
function cartOf(lines: readonly PricedLine[]) {
  return {
    sub_total: fromMinor(lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)),
    lines: lines.map(({ shopId, unitPrice, quantity }) => ({
      shop_id: shopId,
      price: fromMinor(unitPrice),
      quantity,
    })),
  };
}
