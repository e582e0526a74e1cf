import { toMinor } from '@/contract/core/money';
import type { PastEntry } from '@/server/demo/ledger/ledger-book';
import type { AccountKey, LedgerEntry } from '@/server/modules/ledger/ledger';
import type { Seller } from './order-goods';
import { creditOf, stepOf, type Written } from './order-table';

/** Money moved by an order: points on placement, the payment, and the shops' shares on completion. */
export function entriesOf({ plan, rootId, partIds }: Written, sellers: Map<number, Seller>): PastEntry[] {
  const { money, path, buyer, points } = plan;
  const spent =
    points > 0 && buyer.id !== null
      ? [
          moved(
            plan.at,
            'points',
            rootId,
            { kind: 'wallet', userId: buyer.id },
            { kind: 'points' },
            toMinor(points),
          ),
        ]
      : [];
  const paid = path.paidAt ? cash(path.paidAt, rootId, money.total - money.wallet) : [];
  const done = money.shops.flatMap((shop, index) => {
    const end = stepOf(plan, index, 'order-completed');
    if (!end) return [];
    const id = partIds[index] ?? 0;
    const rate = sellers.get(shop.shopId)?.commissionRate ?? 0;
    const isCash = path.gateway === 'CASH' || path.gateway === 'CASH_ON_DELIVERY';
    return [
      ...(isCash ? cash(end.at, id, shop.total - shop.wallet) : []),
      moved(
        ...([end.at, 'order', id, { kind: 'platform' }, { kind: 'shop', shopId: shop.shopId }] as const),
        creditOf(plan, index, rate),
      ),
    ];
  });
  return [...spent, ...paid, ...done].filter(({ entry }) => entry.lines.every(({ amount }) => amount !== 0));
}

const cash = (at: Date, rowId: number, sum: number): PastEntry[] => [
  moved(at, 'order', rowId, { kind: 'outside' }, { kind: 'platform' }, sum),
];

/** Points granted by an administrator. */
export function giftOf(at: Date, userId: number, points: number): PastEntry {
  const lines = between({ kind: 'points' }, { kind: 'wallet', userId }, toMinor(points));
  return { at, entry: { kind: 'points', lines } };
}

function moved(
  at: Date,
  kind: LedgerEntry['kind'],
  rowId: number,
  from: AccountKey,
  to: AccountKey,
  sum: number,
): PastEntry {
  return { at, entry: { kind, family: 'orders', rowId, lines: between(from, to, sum) } };
}

const between = (from: AccountKey, to: AccountKey, amount: number): LedgerEntry['lines'] => [
  { account: from, amount: -amount },
  { account: to, amount },
];
