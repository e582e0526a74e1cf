import { useState } from 'react';
import { fromMinor, toMinor } from '@/contract/core/money';
import { refundMoneyOf } from '@/contract/refunds/money';
import type { RefundableLine } from '@/contract/refunds/schema';

/** Selected pieces and their sum, by the server's arithmetic; the server recalculates it. In roubles. */
export function usePieces(lines: readonly RefundableLine[]) {
  const [pieces, setPieces] = useState<ReadonlyMap<number, number>>(new Map());
  const chosen = new Map([...pieces].filter(([, quantity]) => quantity > 0));
  const money = refundMoneyOf(lines.map(toPieces), chosen);
  return {
    of: (id: number) => pieces.get(id) ?? 0,
    set: (id: number, quantity: number) => setPieces(new Map(pieces).set(id, quantity)),
    takeAll: () => setPieces(new Map(lines.map(({ id, left }) => [id, left]))),
    chosen: [...chosen].map(([order_line_id, quantity]) => ({ order_line_id, quantity })),
    amount: fromMinor(money.reduce((sum, one) => sum + one.amount, 0)),
    wallet: fromMinor(money.reduce((sum, one) => sum + one.wallet, 0)),
  };
}

const toPieces = (line: RefundableLine) => ({
  id: line.id,
  partId: line.order_id,
  quantity: line.quantity,
  refunded: line.refunded_quantity,
  total: toMinor(line.total),
  delivery: toMinor(line.delivery),
  wallet: toMinor(line.wallet),
});
