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
