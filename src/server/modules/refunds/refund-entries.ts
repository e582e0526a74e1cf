import { toMinor } from '@/contract/core/money';
import { partOfLine } from '@/contract/orders/money';
import {
  foreignRefundSettled,
  keptReturned,
  prepaymentReturned,
  type RefundKind,
  refundApproved,
  refundGivenAsPoints,
  refundPaid,
} from '@/server/modules/ledger/entries';
import type { LedgerEntry } from '@/server/modules/ledger/ledger';
import type { StoredLine, StoredOrder } from '@/server/modules/orders/lock-order';
import { keptKind } from '@/server/modules/orders/payments/kept-money';
import type { LockedRefund } from './lock-refund';
import type { RefundRoute } from './provider-parts';

/** How the money goes back that no shop kept. */
export type RefundWay =
  | ({ kind: 'route' } & RefundRoute)
  | { kind: 'points' }
  /** It has left in a provider's cabinet. */
  | { kind: 'cabinet' };

interface Settled {
  way: RefundWay;
  /** What vendors give back by line id, in kopecks. */
  vendors: ReadonlyMap<number, number>;
  /** Shops settle only what their balance covers. */
  mustCover: boolean;
}

/** Ledger entries of the money of an approved refund. What a shop pays itself comes first, so that its balance covers. */
export function refundEntries(locked: LockedRefund, settled: Settled): LedgerEntry[] {
  return [
    ...(settled.way.kind === 'points' ? [] : keptEntries(locked)),
    ...approvedEntries(locked, settled),
    ...wayEntries(locked, settled.way),
  ];
}

function wayEntries(locked: LockedRefund, way: RefundWay): LedgerEntry[] {
  const { row } = locked;
  const kind = refundEntryKind(row.kind);
  const paid = toMinor(row.amount) - toMinor(row.wallet_amount);
  if (way.kind === 'route') return paidEntries(locked, kind, way);
  const entriesOf = way.kind === 'cabinet' ? foreignRefundSettled : refundGivenAsPoints;
  return entriesOf(kind, row.id, paid);
}

export const refundEntryKind = (kind: string): RefundKind =>
  kind === 'delivery' ? 'refund-delivery' : kind === 'goodwill' ? 'goodwill' : 'refund';

/** What each shop gives back, in kopecks: its share of the pieces, or all of its goodwill. */
export function shopSums({ subject, row, lines }: LockedRefund, vendors: ReadonlyMap<number, number>) {
  const sums = new Map<number, number>();
  if (subject.kind === 'goodwill') sums.set(subject.part.shop_id, toMinor(row.amount));
  for (const { shop_id, order_line_id } of lines) {
    sums.set(shop_id, (sums.get(shop_id) ?? 0) + (vendors.get(order_line_id) ?? 0));
  }
  return sums;
}

/**
 * What everybody gives back. By the word of an administrator a balance may become negative, when the shop has already
 * withdrawn the money; a shop settles only what it has, unless it gives the money back itself.
 */
function approvedEntries(locked: LockedRefund, { vendors, mustCover }: Settled): LedgerEntry[] {
  const { row, subject } = locked;
  const points = toMinor(row.wallet_amount);
  const paid = toMinor(row.amount) - points;
  if (subject.kind === 'cancellation') return prepaymentReturned(row.id, paid, subject.isFromSuspense);
  const kept = keptSums(locked);
  const shops = [...shopSums(locked, vendors)].map(([shopId, share]) => {
    return { shopId, share, mustCover: mustCover && share > (kept.get(shopId) ?? 0) };
  });
  return refundApproved(refundEntryKind(row.kind), row.id, {
    ...returnedSums(locked, vendors),
    shops,
    paid,
    points,
  });
}

/** The marketplace's part of what comes back, in kopecks. */
function returnedSums({ subject, row, lines, order }: LockedRefund, vendors: ReadonlyMap<number, number>) {
  const vatOf = (id: number | null) => order.parts.find((part) => part.id === id)?.commission_vat_rate;
  const none = { commission: 0, delivery: 0, tax: 0, platformDiscount: 0 };
  // Delivery goes back whole; goodwill is the shop's.
  if (subject.kind !== 'goods') {
    return { ...none, commissionVatRate: 0, delivery: subject.kind === 'delivery' ? toMinor(row.amount) : 0 };
  }
  const pieces = lines.flatMap((piece) => {
    const line = order.lines.find(({ id }) => id === piece.order_line_id);
    const part = order.parts.find(({ id }) => id === line?.order_id);
    return line && part ? [ownSumsOf(piece, line, part, vendors.get(line.id) ?? 0)] : [];
  });
  const sum = (key: keyof typeof none) => pieces.reduce((all, piece) => all + piece[key], 0);
  const [first] = lines;
  const firstPart = order.lines.find(({ id }) => id === first?.order_line_id)?.order_id ?? null;
  return {
    commission: sum('commission'),
    delivery: sum('delivery'),
    tax: sum('tax'),
    platformDiscount: sum('platformDiscount'),
    commissionVatRate: Number(vatOf(firstPart) ?? 0),
  };
}

/** The same of pieces of one line, by the piece like the refund itself; its pieces count as refunded already. */
function ownSumsOf(
  piece: LockedRefund['lines'][number],
  line: StoredLine,
  part: StoredOrder,
  share: number,
): Record<'commission' | 'delivery' | 'tax' | 'platformDiscount', number> {
  const before = line.refunded_quantity - piece.quantity;
  const of = (whole: number) => partOfLine(whole, line.quantity, before, piece.quantity);
  const [subtotal, discount] = [toMinor(line.subtotal), toMinor(line.discount)];
  const isOwn = part.discount_shop_id === part.shop_id;
  const goods = of(toMinor(line.total) - toMinor(line.delivery));
  const base = of(subtotal - (isOwn ? discount : 0));
  // One of the two takes what rounding leaves.
  const isShared = !isOwn && discount > 0;
  const tax = isShared ? of(toMinor(line.tax)) : goods - base;
  return {
    commission: base - share,
    tax,
    platformDiscount: isShared ? base + tax - goods : 0,
    delivery: toMinor(piece.amount) - goods,
  };
}

/** What people pay at once: shops what they kept, the marketplace what no provider sends. */
function paidEntries(locked: LockedRefund, kind: RefundKind, { parts, place }: RefundRoute): LedgerEntry[] {
  const { row } = locked;
  const kept = [...keptSums(locked)].filter(([, sum]) => sum !== 0);
  const sent = parts.reduce((all, { amount }) => all + amount, 0);
  return [
    ...kept.flatMap(([shopId, sum]) => refundPaid(kind, row.id, { kind: 'shop_cash', shopId }, sum)),
    ...refundPaid(kind, row.id, place, notKept(locked) - sent),
  ];
}

/** Money of a refund that no shop kept, in kopecks. */
export function notKept(locked: LockedRefund): number {
  const paid = toMinor(locked.row.amount) - toMinor(locked.row.wallet_amount);
  return [...keptSums(locked).values()].reduce((left, sum) => left - sum, paid);
}

/** What shops give back of the money that they took themselves, by shop, in kopecks. */
export function keptSums(locked: LockedRefund): Map<number, number> {
  const { subject, row, lines, order } = locked;
  const sums = new Map<number, number>();
  if (subject.kind === 'cancellation') return sums;
  for (const part of order.parts.filter(keptKind)) {
    if (subject.kind !== 'goods' && subject.part.id !== part.id) continue;
    const own = subject.kind === 'goods' ? lines.filter(({ shop_id }) => shop_id === part.shop_id) : [row];
    const paid = own.reduce((all, one) => all + toMinor(one.amount) - toMinor(one.wallet_amount), 0);
    sums.set(part.shop_id, paid);
  }
  return sums;
}

/** A shop returns the money that it took itself, so that it no longer counts as paid out to the shop. */
function keptEntries(locked: LockedRefund): LedgerEntry[] {
  return [...keptSums(locked)].flatMap(([shopId, paid]) => {
    const part = locked.order.parts.find(({ shop_id }) => shop_id === shopId);
    const kind = part && keptKind(part);
    return kind ? keptReturned(kind, locked.row.id, shopId, paid) : [];
  });
}
