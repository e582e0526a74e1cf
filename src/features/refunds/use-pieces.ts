import { useState } from 'react';
import { previewRefund } from '@/contract/refunds/money';
import type { RefundableLine } from '@/contract/refunds/schema';

/** Selected pieces and their sum in roubles. `deliveryLeft`: delivery of a part that was not refunded yet. */
export function usePieces(lines: readonly RefundableLine[], deliveryLeft?: number) {
  const [pieces, setPieces] = useState<ReadonlyMap<number, number>>(new Map());
  const chosen = new Map([...pieces].filter(([, quantity]) => quantity > 0));
  return {
    of: (id: number) => pieces.get(id) ?? 0,
    set: (id: number, quantity: number) => setPieces(new Map(pieces).set(id, quantity)),
    takeAll: () => setPieces(new Map(lines.map(({ id, left }) => [id, left]))),
    chosen: [...chosen].map(([order_line_id, quantity]) => ({ order_line_id, quantity })),
    ...previewRefund(lines, chosen, deliveryLeft),
  };
}
