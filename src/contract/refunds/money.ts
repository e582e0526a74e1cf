import { fromMinor, toMinor } from '../core/money';
import { partOfLine, share } from '../orders/money';
import type { RefundableLine } from './schema';

/** An order line with refundable pieces. Money in kopecks. */
export interface SoldPieces {
  id: number;
  /** The shop's part that it belongs to. */
  partId: number;
  quantity: number;
  /** Pieces already refunded. */
  refunded: number;
  /** Amount paid, and the parts of it that were delivery and points. */
  total: number;
  delivery: number;
  wallet: number;
}

type RoubleLine = Pick<
  RefundableLine,
  'id' | 'order_id' | 'quantity' | 'refunded_quantity' | 'total' | 'delivery' | 'wallet'
>;

/** The same of a line in roubles. */
export const toPieces = (line: RoubleLine): SoldPieces => ({
  id: line.id,
  partId: line.order_id,
  quantity: line.quantity,
  refunded: line.refunded_quantity,
  total: toMinor(line.total),
  delivery: toMinor(line.delivery),
  wallet: toMinor(line.wallet),
});

/** Refund of some pieces of a line, in kopecks; `wallet` is the share paid with points. */
export interface ReturnedPieces {
  lineId: number;
  quantity: number;
  amount: number;
  wallet: number;
  /** What of the amount is delivery. */
  delivery: number;
}

/** Rules for the delivery of parts; without them it comes back with a part's last pieces. */
export interface DeliveryTerms {
  /** By part: delivery that was refunded already. */
  refunded?: ReadonlyMap<number, number>;
  /** An exchange is delivered once: its delivery stays. */
  isKept?: boolean;
}

/**
 * Refund for `requested` pieces by line id: goods with discount and tax by the piece, a part's delivery with its last
 * pieces. Refunds in any order sum to what was paid, to the kopeck, in money and in points.
 */
export function refundMoney(
  lines: readonly SoldPieces[],
  requested: ReadonlyMap<number, number>,
  { refunded, isKept = false }: DeliveryTerms = {},
): ReturnedPieces[] {
  const returned = lines.flatMap((line) => {
    const pieces = requested.get(line.id) ?? 0;
    return pieces > 0 ? [{ line, ...goodsOf(line, pieces) }] : [];
  });
  for (const partId of new Set(returned.map(({ line }) => line.partId))) {
    const part = lines.filter((line) => line.partId === partId);
    const isWhole = part.every((line) => line.refunded + (requested.get(line.id) ?? 0) === line.quantity);
    if (isWhole && !isKept)
      addDelivery(
        part,
        returned.filter(({ line }) => line.partId === partId),
        refunded?.get(partId) ?? 0,
      );
  }
  return returned.map(({ line, ...money }) => ({ lineId: line.id, ...money }));
}

/**
 * What pieces by line id would give back, in roubles, before the server says so. `deliveryLeft`: delivery of the part that
 * was not refunded yet; without it delivery comes back with the last pieces.
 */
export function previewRefund(
  lines: readonly RoubleLine[],
  pieces: ReadonlyMap<number, number>,
  deliveryLeft?: number,
) {
  const sold = lines.map(toPieces);
  const delivered = sumOf(sold.map(({ delivery }) => delivery)) - toMinor(deliveryLeft ?? 0);
  const refunded = new Map(sold.map(({ partId }) => [partId, delivered]));
  const money = refundMoney(sold, pieces, deliveryLeft === undefined ? {} : { refunded });
  return {
    amount: fromMinor(sumOf(money.map(({ amount }) => amount))),
    wallet: fromMinor(sumOf(money.map(({ wallet }) => wallet))),
  };
}

/** Points are split from the money of the pieces, so they never exceed it. */
function goodsOf(line: SoldPieces, pieces: number) {
  const goods = line.total - line.delivery;
  const before = partOfLine(goods, line.quantity, 0, line.refunded);
  const amount = partOfLine(goods, line.quantity, line.refunded, pieces);
  const wallet = goods > 0 ? partOfLine(walletOf(line).goods, goods, before, amount) : 0;
  return { quantity: pieces, amount, wallet, delivery: 0 };
}

/** Splits the points of a line into goods and delivery. */
function walletOf({ total, delivery, wallet }: SoldPieces) {
  const [goods = 0, ofDelivery = 0] = share(wallet, [total - delivery, delivery]);
  return { goods, delivery: ofDelivery };
}

function addDelivery(
  part: readonly SoldPieces[],
  returned: { amount: number; wallet: number; delivery: number }[],
  refunded: number,
) {
  const left = refundDeliveryMoney(part, refunded, sumOf(part.map(({ delivery }) => delivery)) - refunded);
  const deliveries = share(
    left.amount,
    returned.map(({ amount }) => amount),
  );
  const wallets = share(left.wallet, deliveries);
  returned.forEach((piece, index) => {
    piece.delivery = deliveries[index] ?? 0;
    piece.amount += piece.delivery;
    piece.wallet += wallets[index] ?? 0;
  });
}

/** Refund of this much of a part's delivery after `refunded`, with the share that points paid. In kopecks. */
export function refundDeliveryMoney(part: readonly SoldPieces[], refunded: number, amount: number) {
  const whole = sumOf(part.map(({ delivery }) => delivery));
  const points = sumOf(part.map((line) => walletOf(line).delivery));
  return { amount, wallet: whole > 0 ? partOfLine(points, whole, refunded, amount) : 0 };
}

const sumOf = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** A line for the vendor's share: `base` is its weight in the money credited for the part. */
export interface CreditedPieces {
  id: number;
  quantity: number;
  refunded: number;
  base: number;
}

/**
 * Amount debited from a vendor for pieces of one part, by line id, in kopecks: the share of the credit, and all of it when
 * all pieces come back.
 */
export function vendorMoney(
  lines: readonly CreditedPieces[],
  credited: number,
  requested: ReadonlyMap<number, number>,
): Map<number, number> {
  const shares = share(
    credited,
    lines.map(({ base }) => base),
  );
  return new Map(
    lines.flatMap(({ id, quantity, refunded }, index): [number, number][] => {
      const pieces = requested.get(id) ?? 0;
      return pieces > 0 ? [[id, partOfLine(shares[index] ?? 0, quantity, refunded, pieces)]] : [];
    }),
  );
}
