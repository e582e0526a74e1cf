import { fromMinor, toMinor } from '@/contract/core/money';

/**
 * A bulk price change, `POST products/bulk/price` with `{ids}` or `{query}`; `preview` writes nothing.
 * `discount` sets the sale price relative to the price; `clear-discount` removes it.
 */
export interface PriceChange {
  target: 'price' | 'discount' | 'clear-discount';
  by: 'amount' | 'percent';
  /** Roubles or per cent; negative lowers. A discount is positive. */
  value: number;
  /** Rounds prices to a multiple of this many roubles; 0.01 keeps kopecks. */
  roundTo: 0.01 | 1 | 10 | 100;
}

export interface PriceChangePreview {
  /** Products that would change, and their prices: a variable product has one per variation. */
  products: number;
  prices: number;
  /** Prices that would become invalid: not positive, or not above the sale price. */
  refused: number;
  samples: { id: number; name: string; before: number; after: number | null }[];
}

/** New price in minor units, rounded half up. Null when out of range. */
function changedPrice(price: number, { by, value, roundTo }: PriceChange): number | null {
  const step = BigInt(toMinor(roundTo));
  // Ten-thousandths of a kopeck keep two decimals of per cent exact.
  const exact =
    by === 'percent'
      ? BigInt(price) * BigInt(10_000 + Math.round(value * 100))
      : (BigInt(price) + BigInt(toMinor(value))) * 10_000n;
  const unit = step * 10_000n;
  const rounded = Number(((exact + unit / 2n) / unit) * step);
  return rounded > 0 && rounded <= toMinor(1_000_000_000) && exact > 0n ? rounded : null;
}

/** The same in roubles, for previews. */
export function changedRoubles(price: number, change: PriceChange): number | null {
  const minor = changedPrice(toMinor(price), change);
  return minor === null ? null : fromMinor(minor);
}
