import { fromMinor, toMinor } from '@/contract/core/money';

/**
 * A change of many prices at once, `POST products/bulk/price` with `{ids}` or `{query}`; with `preview` nothing is
 * written. `discount` writes the sale price, from the price; `clear-discount` takes it away.
 */
export interface PriceChange {
  target: 'price' | 'discount' | 'clear-discount';
  by: 'amount' | 'percent';
  /** Roubles, or per cent; negative lowers. Of a discount what is taken off, so positive. */
  value: number;
  /** Whole roubles, tens …: prices are rounded to a multiple of it, in roubles; 0.01 leaves the kopecks. */
  roundTo: 0.01 | 1 | 10 | 100;
}

export interface PriceChangePreview {
  /** Products that would change, and prices in them: a variable product has one for every variation. */
  products: number;
  prices: number;
  /** Prices that cannot change so: nothing would be left to pay, or the sale price would not be lower any more. */
  refused: number;
  samples: { id: number; name: string; before: number; after: number | null }[];
}

/**
 * A price after a change, in whole minor units, half up. Null where it is refused: nothing or less would be left, or
 * more than a price can be.
 */
function changedPrice(price: number, { by, value, roundTo }: PriceChange): number | null {
  const step = BigInt(toMinor(roundTo));
  // Ten-thousandths of a kopeck keep per cent with two fractions exact.
  const exact =
    by === 'percent'
      ? BigInt(price) * BigInt(10_000 + Math.round(value * 100))
      : (BigInt(price) + BigInt(toMinor(value))) * 10_000n;
  const unit = step * 10_000n;
  const rounded = Number(((exact + unit / 2n) / unit) * step);
  return rounded > 0 && rounded <= toMinor(1_000_000_000) && exact > 0n ? rounded : null;
}

/** The same in roubles, for a preview on the screen. */
export function changedRoubles(price: number, change: PriceChange): number | null {
  const minor = changedPrice(toMinor(price), change);
  return minor === null ? null : fromMinor(minor);
}
