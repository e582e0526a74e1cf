/**
 * The arithmetic of orders: pure, in whole kopecks (design §5). A line's share of a discount, of tax, of delivery and of
 * the points that were spent is found by largest remainder, so that the shares sum to the whole and never to more.
 */

/** A line as it is sold. Money in kopecks. */
export interface PricedLine {
  shopId: number;
  quantity: number;
  unitPrice: number;
  /** Taxed when the goods are. */
  isTaxable: boolean;
}

export interface Reductions {
  /** What a coupon takes off. */
  discount: number;
  /** The shop that bears the discount; null: the marketplace does, on all lines. */
  discountShopId: number | null;
  tax: number;
  delivery: number;
  /** What the delivery is shared by, line by line: what each costs to bring. Left out: by the goods. */
  deliveryWeights?: readonly number[];
  /** What is paid with points, in kopecks; at most the total. */
  wallet: number;
}

export interface LineMoney {
  subtotal: number;
  discount: number;
  tax: number;
  delivery: number;
  /** subtotal − discount + tax + delivery. */
  total: number;
  /** Of the total, what points paid. */
  wallet: number;
}

export type OrderMoney = LineMoney & {
  lines: LineMoney[];
  /** By shop, in the order of the first line of each. */
  shops: (LineMoney & { shopId: number })[];
};

/**
 * Money of an order by line, by shop and in total, exact to the kopeck. Throws RangeError when a discount exceeds its
 * goods, or points exceed the total: callers cap both.
 */
export function orderMoneyOf(lines: readonly PricedLine[], off: Reductions): OrderMoney {
  const subtotals = lines.map(({ unitPrice, quantity }) => unitPrice * quantity);
  const discounted = lines.map((line, place) =>
    off.discountShopId === null || line.shopId === off.discountShopId ? (subtotals[place] ?? 0) : 0,
  );
  if (off.discount > sumOf(discounted)) throw new RangeError('A discount above the goods');
  const discounts = share(off.discount, discounted);
  const nets = subtotals.map((subtotal, place) => subtotal - (discounts[place] ?? 0));
  const taxes = share(
    off.tax,
    someOf(
      nets.map((net, place) => (lines[place]?.isTaxable ? net : 0)),
      nets,
    ),
  );
  const deliveries = share(off.delivery, off.deliveryWeights ?? someOf(nets, subtotals));
  const totals = nets.map((net, place) => net + (taxes[place] ?? 0) + (deliveries[place] ?? 0));
  if (off.wallet > sumOf(totals)) throw new RangeError('More points than there is to pay');
  const wallets = share(off.wallet, totals);
  const each = lines.map(
    (_line, place): LineMoney => ({
      subtotal: subtotals[place] ?? 0,
      discount: discounts[place] ?? 0,
      tax: taxes[place] ?? 0,
      delivery: deliveries[place] ?? 0,
      total: totals[place] ?? 0,
      wallet: wallets[place] ?? 0,
    }),
  );
  const shopIds = [...new Set(lines.map(({ shopId }) => shopId))];
  const shops = shopIds.map((shopId) => ({
    shopId,
    ...addUp(each.filter((_money, place) => lines[place]?.shopId === shopId)),
  }));
  return { ...addUp(each), lines: each, shops };
}

/**
 * Splits a sum by weights into whole kopecks by largest remainder; ties go to the first. Zero weights get nothing,
 * unless all are zero: then the first gets everything.
 */
export function share(sum: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const whole = sumOf(weights);
  if (whole === 0) return weights.map((_weight, place) => (place === 0 ? sum : 0));
  // Sums times weights leave the safe integers: BigInt.
  const parts = weights.map((weight, place) => {
    const product = BigInt(sum) * BigInt(weight);
    return { place, part: Number(product / BigInt(whole)), rest: product % BigInt(whole) };
  });
  let left = sum - sumOf(parts.map(({ part }) => part));
  const byRest = parts.toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1));
  for (const one of byRest) {
    if (left === 0) break;
    one.part += 1;
    left -= 1;
  }
  return parts.map(({ part }) => part);
}

/** A percentage in hundredths of a per cent, rounded half up. */
export function percentOf(sum: number, hundredths: number): number {
  return Number((BigInt(sum) * BigInt(hundredths) + 5000n) / 10_000n);
}

/**
 * The vendor's share of a part, in kopecks (design §5): goods minus the shop's own discount, minus commission rounded
 * half up. `rate` in per cent with at most two decimals.
 */
export function vendorShareOf(goods: number, shopDiscount: number, rate: number): number {
  const base = goods - shopDiscount;
  return base - percentOf(base, Math.round(rate * 100));
}

/** The commission of goods that the vendor was credited so much for, in kopecks; of returned goods both are negative. */
export const commissionFrom = (goods: number, credited: number): number => goods - credited;

/**
 * The money of `pieces` pieces of a line after `before` were taken; the last piece takes the remainder, so refunds in
 * any order sum to the whole.
 */
export function partOfLine(whole: number, quantity: number, before: number, pieces: number): number {
  const upTo = (count: number) => Number((BigInt(whole) * BigInt(count)) / BigInt(quantity));
  return upTo(before + pieces) - upTo(before);
}

/** Points are whole; what they are worth in kopecks (reference rules R-290). `ratio` is points for a rouble; 0 counts as 1. */
export function worthOfPoints(points: number, ratio: number): number {
  return Math.floor((points * 100) / (ratio || 1));
}

/** The fewest whole points that pay this; never a kopeck for nothing (R-291 without its truncation). */
export function pointsFor(kopecks: number, ratio: number): number {
  return Math.ceil((kopecks * (ratio || 1)) / 100 - 1e-9);
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The first of two sets of weights that weighs anything. */
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
