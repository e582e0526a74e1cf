/** Why a quantity changed. `opening` is the first one, `removal` that of a variation that was removed. */
export const movementKinds = [
  'opening',
  'adjustment',
  'import',
  'bulk',
  'order',
  'return',
  'removal',
] as const;

export type MovementKind = (typeof movementKinds)[number];

/** A line of the stock's journal, `GET stock-movements?product_id=&variation_id=`, newest first. */
export interface StockMovement {
  id: number;
  at: string;
  product_id: number;
  variation_id: number | null;
  /** The variation's title; null for a simple product. */
  title: string | null;
  kind: MovementKind;
  /** Pieces, taken away when negative. */
  change: number;
  /** What was left after it. */
  quantity: number;
  reason: string | null;
  family: string | null;
  row_id: number | null;
  user: { id: number; name: string } | null;
}

/** `out`: none left; `low`: fewer than the threshold; `enough` otherwise. */
export type StockState = 'out' | 'low' | 'enough';

export function stockState(quantity: number, lowAt: number): StockState {
  if (quantity <= 0) return 'out';
  return quantity < lowAt ? 'low' : 'enough';
}
