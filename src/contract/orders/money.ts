import { percentOf, toMinor } from '@/contract/core/money';

/**
 * Arithmetic of orders: pure functions in whole kopecks. Discounts, tax, delivery and points are split among the lines
 * by largest remainder, so that the shares sum exactly to the whole.
 */

/** A line with its price. Money in kopecks. */
export interface PricedLine {
  shopId: number;
  quantity: number;
  unitPrice: number;
  /** False for goods without tax. */
  isTaxable: boolean;
}

export interface Reductions {
  discount: number;
  /** Shop that bears the discount; null when the marketplace bears it, on all lines. */
  discountShopId: number | null;
  tax: number;
  /** Of the tax: what is of the delivery, and is split like it. */
  deliveryTax?: number;
  delivery: number;
  /** Delivery cost of each line, by which the delivery is split; defaults to the value of the goods. */
  deliveryWeights?: readonly number[];
  /** Paid with points, in kopecks; at most the total. */
  wallet: number;
}

export interface LineMoney {
  subtotal: number;
  discount: number;
  tax: number;
  delivery: number;
  /** subtotal − discount + tax + delivery. */
  total: number;
  /** Part of the total that points paid. */
  wallet: number;
}

export type OrderMoney = LineMoney & {
  lines: LineMoney[];
  /** By shop, in order of the shops' first lines. */
  shops: (LineMoney & { shopId: number })[];
};

/**
 * Amounts of an order by line, by shop and in total, exact to the kopeck. Throws RangeError when the discount exceeds its
 * goods or the points exceed the total: callers cap both.
 */
export function orderMoney(lines: readonly PricedLine[], off: Reductions): OrderMoney {
  const subtotals = lines.map(({ unitPrice, quantity }) => unitPrice * quantity);
  const discounted = lines.map((line, index) =>
    off.discountShopId === null || line.shopId === off.discountShopId ? (subtotals[index] ?? 0) : 0,
  );
  if (off.discount > sumOf(discounted)) throw new RangeError('A discount above the goods');
  const discounts = share(off.discount, discounted);
  const nets = subtotals.map((subtotal, index) => subtotal - (discounts[index] ?? 0));
  const deliveries = share(off.delivery, off.deliveryWeights ?? someOf(nets, subtotals));
  const taxes = taxesByLine(lines, off, { nets, deliveries });
  const totals = nets.map((net, index) => net + (taxes[index] ?? 0) + (deliveries[index] ?? 0));
  if (off.wallet > sumOf(totals)) throw new RangeError('More points than there is to pay');
  const wallets = share(off.wallet, totals);
  const each = lines.map(
    (_line, index): LineMoney => ({
      subtotal: subtotals[index] ?? 0,
      discount: discounts[index] ?? 0,
      tax: taxes[index] ?? 0,
      delivery: deliveries[index] ?? 0,
      total: totals[index] ?? 0,
      wallet: wallets[index] ?? 0,
    }),
  );
  const shopIds = [...new Set(lines.map(({ shopId }) => shopId))];
  const shops = shopIds.map((shopId) => ({
    shopId,
    ...addUp(each.filter((_money, index) => lines[index]?.shopId === shopId)),
  }));
  return { ...addUp(each), lines: each, shops };
}

/** The tax of the goods follows what is taxable of them, that of the delivery follows the delivery. */
function taxesByLine(
  lines: readonly PricedLine[],
  { tax, deliveryTax = 0 }: Reductions,
  { nets, deliveries }: { nets: number[]; deliveries: number[] },
): number[] {
  const taxable = nets.map((net, index) => (lines[index]?.isTaxable ? net : 0));
  const ofGoods = share(tax - deliveryTax, someOf(taxable, nets));
  const ofDelivery = share(deliveryTax, deliveries);
  return lines.map((_line, index) => (ofGoods[index] ?? 0) + (ofDelivery[index] ?? 0));
}

/**
 * Splits a sum by weights into whole kopecks by largest remainder; ties go to the first. Zero weights get nothing,
 * unless all are zero: then the first gets everything.
 */
export function share(sum: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const whole = sumOf(weights);
  if (whole === 0) return weights.map((_weight, index) => (index === 0 ? sum : 0));
  // Sums times weights exceed the safe integers.
  const parts = weights.map((weight, index) => {
    const product = BigInt(sum) * BigInt(weight);
    return { index, part: Number(product / BigInt(whole)), rest: product % BigInt(whole) };
  });
  let left = sum - sumOf(parts.map(({ part }) => part));
  const byRest = parts.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const entry of byRest) {
    if (left === 0) break;
    entry.part += 1;
    left -= 1;
  }
  return parts.map(({ part }) => part);
}

/**
 * The vendor's share of a part, in kopecks: goods minus the shop's own discount, minus commission rounded half up.
 * `rate` in per cent with at most two decimals.
 */
export function vendorShare(goods: number, shopDiscount: number, rate: number): number {
  const base = goods - shopDiscount;
  return base - percentOf(base, toMinor(rate));
}

/**
 * Commission on goods for which the vendor was credited this amount, in kopecks; both are negative for returned goods.
 */
export const commissionFrom = (goods: number, credited: number): number => goods - credited;

/**
 * Amount of `pieces` pieces of a line after `before` others. The last piece takes the remainder, so that refunds in any
 * order sum to the whole.
 */
export function partOfLine(whole: number, quantity: number, before: number, pieces: number): number {
  const upTo = (count: number) => Number((BigInt(whole) * BigInt(count)) / BigInt(quantity));
  return upTo(before + pieces) - upTo(before);
}

/** Worth of whole points in kopecks. `ratio`: points per rouble, two decimals; 0 counts as 1. */
export function worthOfPoints(points: number, ratio: number): number {
  return Math.floor((points * 10_000) / hundredthsOf(ratio));
}

/** Smallest number of whole points that covers a sum: rounded down, they would leave a rest to pay. */
export function pointsFor(kopecks: number, ratio: number): number {
  return Math.ceil((kopecks * hundredthsOf(ratio)) / 10_000);
}

const hundredthsOf = (ratio: number) => toMinor(ratio) || toMinor(1);

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The fallback replaces weights that are all zero. */
const someOf = (weights: number[], otherwise: number[]) => (sumOf(weights) > 0 ? weights : otherwise);

function addUp(parts: readonly LineMoney[]): LineMoney {
  const sum = (key: keyof LineMoney) => sumOf(parts.map((part) => part[key]));
  return {
    subtotal: sum('subtotal'),
    discount: sum('discount'),
    tax: sum('tax'),
    delivery: sum('delivery'),
    total: sum('total'),
    wallet: sum('wallet'),
  };
}

/** The total without points, in kopecks. */
export function cashTotal(row: { total: number; wallet_amount: number }): number {
  return toMinor(row.total) - toMinor(row.wallet_amount);
}
