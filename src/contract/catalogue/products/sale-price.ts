/** Flash sale prices: computed on read in whole minor units (rules/promotions: sale prices are never stored). */

import { fromMinor, toMinor } from '@/contract/core/money';

export type SaleType = 'percentage' | 'fixed_rate';

export interface SaleTerms {
  type: SaleType;
  /** Per cent, or an amount in roubles. */
  rate: number;
  /** Maximum discount in per cent. */
  max_discount: number;
  /** Price floor that the shop set in its consent. */
  min_price?: number | null;
}

/** No sale lowers a price below this. */
const lowestPrice = 1;

/** The fields that decide between overlapping sales. */
export interface DatedSale extends SaleTerms {
  id: number;
  start_date: string;
  end_date: string;
}

export type SaleState = 'disabled' | 'scheduled' | 'running' | 'finished';

/**
 * Price under one sale: per cent rounded half up to the kopeck, limited by the highest floor. A price already below
 * its floor stays. Null for an invalid price or discount.
 */
export function dealPrice(price: number, terms: SaleTerms): number | null {
  const minor = toMinor(price);
  if (!Number.isSafeInteger(minor) || minor <= 0 || terms.rate <= 0) return null;
  const rate = toMinor(terms.rate);
  const reduced = terms.type === 'percentage' ? afterPercent(minor, rate) : minor - rate;
  return fromMinor(Math.min(minor, Math.max(reduced, floorOf(minor, terms))));
}

/** Highest of the marketplace's floor, the shop's floor and the minimum price, in minor units. */
function floorOf(minor: number, { max_discount, min_price }: SaleTerms): number {
  const marketplace = afterPercent(minor, toMinor(max_discount));
  return Math.max(marketplace, toMinor(min_price ?? 0), toMinor(lowestPrice));
}

/** The terms that a shop consented to, or the current terms of the sale. */
export interface ConsentedTerms {
  type: SaleType;
  rate: number;
  start_date: string;
  end_date: string;
}

/** True while consent covers the current terms: same kind of discount, not larger, within the same days. */
export function isCovered(sale: ConsentedTerms, consented: ConsentedTerms): boolean {
  return (
    sale.type === consented.type &&
    sale.rate <= consented.rate &&
    Date.parse(sale.start_date) >= Date.parse(consented.start_date) &&
    Date.parse(sale.end_date) <= Date.parse(consented.end_date)
  );
}

/** Takes `hundredths` of a per cent off; BigInt because the product exceeds safe integers. */
function afterPercent(minor: number, hundredths: number): number {
  return Number((BigInt(minor) * BigInt(10_000 - hundredths) + 5_000n) / 10_000n);
}

/** Half-open: live from the start, no longer live at the end. */
export function isLive(sale: Pick<DatedSale, 'start_date' | 'end_date'>, now: Date): boolean {
  return Date.parse(sale.start_date) <= now.getTime() && now.getTime() < Date.parse(sale.end_date);
}

export function deriveSaleState(
  sale: Pick<DatedSale, 'start_date' | 'end_date'> & { sale_status: boolean },
  now: Date,
): SaleState {
  if (Date.parse(sale.end_date) <= now.getTime()) return 'finished';
  if (!sale.sale_status) return 'disabled';
  return isLive(sale, now) ? 'running' : 'scheduled';
}

/** Best live sale: lowest price, then earliest start. */
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

/**
 * What the customer pays: the lowest of price, the vendor's sale price and the best flash sale. Null without a price.
 */
export function effectivePrice(
  price: number | null,
  ownSalePrice: number | null,
  sales: readonly DatedSale[],
  now: Date,
): number | null {
  if (price === null) return null;
  return Math.min(price, ownSalePrice ?? price, bestDeal(price, sales, now)?.price ?? price);
}
