/** Reason of a stock change. `opening`: initial stock; `removal`: a removed variation. */
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

/** An entry of the stock journal, `GET stock-movements?product_id=&variation_id=`, newest first. */
export interface StockMovement {
  id: number;
  at: string;
  product_id: number;
  variation_id: number | null;
  /** The variation's title; null for a simple product. */
  title: string | null;
  kind: MovementKind;
  /** Pieces; negative when taken. */
  change: number;
  /** Stock after the change. */
  quantity: number;
  reason: string | null;
  family: string | null;
  row_id: number | null;
  user: { id: number; name: string } | null;
}

/** `out`: none left; `low`: below the threshold; `enough`: otherwise. */
export type StockState = 'out' | 'low' | 'enough';

export function stockState(quantity: number, lowAt: number): StockState {
  if (quantity <= 0) return 'out';
  return quantity < lowAt ? 'low' : 'enough';
}

/** Choices of the products filter `ends_within`, in days. */
export const endingChoices = ['3', '7', '14', '30'] as const;
