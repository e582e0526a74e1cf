/** Prices of flash sales (reference rules §3.18): computed when they are read, in whole minor units, never stored. */

import { fromMinor, toMinor } from '@/contract/core/money';

export type SaleType = 'percentage' | 'fixed_rate';

/** What a sale does to a price, and how far down it may go. */
export interface SaleTerms {
  type: SaleType;
  /** Per cent, or an amount of money. */
  rate: number;
  /** A price falls by at most this many per cent. */
  max_discount: number;
  /** The floor that the shop set in its consent. */
  min_price?: number | null;
}

/** No sale lowers a price below this. */
const lowestPrice = 1;

/** A sale as far as it matters when several hold of one product. */
export interface DatedSale extends SaleTerms {
  id: number;
  start_date: string;
  end_date: string;
}

export type SaleState = 'disabled' | 'scheduled' | 'running' | 'finished';

/**
 * A price under one sale: per cent round half up to the kopeck, and the highest of the floors holds. A price that is at its
 * floor already stays as it is. Null for what is no price or no discount.
 */
export function dealPrice(price: number, terms: SaleTerms): number | null {
  const minor = toMinor(price);
  if (!Number.isSafeInteger(minor) || minor <= 0 || terms.rate <= 0) return null;
  const rate = toMinor(terms.rate);
  const reduced = terms.type === 'percentage' ? afterPercent(minor, rate) : minor - rate;
  return fromMinor(Math.min(minor, Math.max(reduced, floorOf(minor, terms))));
}

/** The highest of the marketplace's floor, the shop's own and the lowest price of all, in minor units. */
function floorOf(minor: number, { max_discount, min_price }: SaleTerms): number {
  const marketplace = afterPercent(minor, toMinor(max_discount));
  return Math.max(marketplace, toMinor(min_price ?? 0), toMinor(lowestPrice));
}

/** The terms that a shop agreed to, and those of the sale as it is now. */
export interface ConsentedTerms {
  type: SaleType;
  rate: number;
  start_date: string;
  end_date: string;
}

/** True while consent to some terms also covers others: the same kind of discount, no larger, within the same days. */
export function isCovered(sale: ConsentedTerms, consented: ConsentedTerms): boolean {
  return (
    sale.type === consented.type &&
    sale.rate <= consented.rate &&
    Date.parse(sale.start_date) >= Date.parse(consented.start_date) &&
    Date.parse(sale.end_date) <= Date.parse(consented.end_date)
  );
}

/** `hundredths` of a per cent off; BigInt, because the product of the two leaves the safe integers. */
function afterPercent(minor: number, hundredths: number): number {
  return Number((BigInt(minor) * BigInt(10_000 - hundredths) + 5_000n) / 10_000n);
}

/** A sale lives from its start up to, but without, its end. */
export function isLive(sale: Pick<DatedSale, 'start_date' | 'end_date'>, now: Date): boolean {
  return Date.parse(sale.start_date) <= now.getTime() && now.getTime() < Date.parse(sale.end_date);
}

export function stateOf(
  sale: Pick<DatedSale, 'start_date' | 'end_date'> & { sale_status: boolean },
  now: Date,
): SaleState {
  if (Date.parse(sale.end_date) <= now.getTime()) return 'finished';
  if (!sale.sale_status) return 'disabled';
  return isLive(sale, now) ? 'running' : 'scheduled';
}

/** The best of the sales that hold now: the lowest price; of equal ones the sale that started first. */
export function bestDeal<Sale extends DatedSale>(
  price: number | null,
  sales: readonly Sale[],
  now: Date,
): { sale: Sale; price: number } | null {
  if (price === null) return null;
  const deals = sales
    .filter((sale) => isLive(sale, now))
    .flatMap((sale) => {
      const left = dealPrice(price, sale);
      return left === null ? [] : [{ sale, price: left }];
    });
  const [best] = deals.sort(
    (one, other) =>
      one.price - other.price ||
      Date.parse(one.sale.start_date) - Date.parse(other.sale.start_date) ||
      one.sale.id - other.sale.id,
  );
  return best ?? null;
}

/** What the buyer pays: the lowest of the price, the vendor's own sale price and the best deal. Null without a price. */
export function effectivePrice(
  price: number | null,
  ownSalePrice: number | null,
  sales: readonly DatedSale[],
  now: Date,
): number | null {
  if (price === null) return null;
  return Math.min(price, ownSalePrice ?? price, bestDeal(price, sales, now)?.price ?? price);
}
