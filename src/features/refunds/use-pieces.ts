import { useState } from 'react';
import { fromMinor, toMinor } from '@/contract/core/money';
import { type DeliveryTerms, refundMoney, type SoldPieces, toPieces } from '@/contract/refunds/money';
import type { RefundableLine } from '@/contract/refunds/schema';

/**
 * Selected pieces and their sum, by the server's arithmetic; the server recalculates it. `deliveryLeft`: delivery of a
 * part that was not refunded yet. In roubles.
 */
export function usePieces(lines: readonly RefundableLine[], deliveryLeft?: number) {
  const [pieces, setPieces] = useState<ReadonlyMap<number, number>>(new Map());
  const chosen = new Map([...pieces].filter(([, quantity]) => quantity > 0));
  const sold = lines.map(toPieces);
  const money = refundMoney(sold, chosen, termsOf(sold, deliveryLeft));
  return {
    of: (id: number) => pieces.get(id) ?? 0,
    set: (id: number, quantity: number) => setPieces(new Map(pieces).set(id, quantity)),
    takeAll: () => setPieces(new Map(lines.map(({ id, left }) => [id, left]))),
    chosen: [...chosen].map(([order_line_id, quantity]) => ({ order_line_id, quantity })),
    amount: fromMinor(money.reduce((sum, one) => sum + one.amount, 0)),
    wallet: fromMinor(money.reduce((sum, one) => sum + one.wallet, 0)),
  };
}

function termsOf(sold: readonly SoldPieces[], deliveryLeft: number | undefined): DeliveryTerms {
  const [first] = sold;
  if (!first || deliveryLeft === undefined) return {};
  const whole = sold.reduce((sum, { delivery }) => sum + delivery, 0);
  return { refunded: new Map([[first.partId, whole - toMinor(deliveryLeft)]]) };
}
