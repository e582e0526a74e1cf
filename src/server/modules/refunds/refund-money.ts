import { toMinor } from '@/contract/core/money';
import type { RefundMethod } from '@/contract/refunds/states';
import type { Ctx } from '@/server/core/context';
import { pointsPerRouble, settingsOptions } from '@/server/core/settings';
import { type LedgerEntry, type LedgerLine, postEntry } from '@/server/modules/ledger/ledger';
import { lockAccounts } from '@/server/modules/ledger/ledger-accounts';
import { pointsLeft, shareOfPoints } from '@/server/modules/orders/return-payment';
import type { LockedRefund } from './approve-refund';

/** Points that came to the wallet, in hundredths: of what points had paid, and of money. */
export interface RefundPoints {
  returned: number;
  credited: number;
}

/**
 * Moves the money of an approved refund: from each vendor what it was credited for the pieces, to the customer what they
 * had paid. What points had paid returns as points; the rest goes out the way it came, or to the wallet, whose points the
 * platform bears. `vendors` are kopecks by line.
 */
export async function moveRefundMoney(
  ctx: Ctx,
  locked: LockedRefund,
  method: RefundMethod,
  vendors: ReadonlyMap<number, number>,
): Promise<RefundPoints> {
  const { row } = locked;
  const paid = toMinor(row.amount) - toMinor(row.wallet_amount);
  const points: RefundPoints = {
    returned: await pointsBack(ctx, locked),
    credited: method === 'wallet' ? await creditFor(ctx, paid) : 0,
  };
  const entries = [
    ...vendorEntries(locked, vendors),
    ...moved('refund', { kind: 'platform' }, { kind: 'outside' }, method === 'payment' ? paid : 0),
    ...(row.customer_id === null
      ? []
      : [points.returned, points.credited].flatMap((sum) =>
          moved('points', { kind: 'points' }, { kind: 'wallet', userId: row.customer_id ?? 0 }, sum),
        )),
  ];
  if (entries.length === 0) return points;
  await lockAccounts(
    ctx,
    entries.flatMap(({ lines }) => lines.map(({ account }) => account)),
  );
  for (const entry of entries) await postEntry(ctx, { ...entry, family: 'refunds', rowId: row.id });
  return points;
}

/** Points worth as much today as money that was paid, in hundredths. */
async function creditFor(ctx: Ctx, kopecks: number): Promise<number> {
  return Math.floor(kopecks * pointsPerRouble(await settingsOptions(ctx)) + 1e-9);
}

/** A shop's debt may exceed what it has: it has withdrawn it already. */
function vendorEntries({ lines }: LockedRefund, vendors: ReadonlyMap<number, number>): LedgerEntry[] {
  const shops = new Map<number, number>();
  for (const { shop_id, order_line_id } of lines) {
    shops.set(shop_id, (shops.get(shop_id) ?? 0) + (vendors.get(order_line_id) ?? 0));
  }
  return [...shops].flatMap(([shopId, sum]) =>
    moved('refund', { kind: 'shop', shopId }, { kind: 'platform' }, sum),
  );
}

/** No entry moves nothing. */
function moved(
  kind: LedgerEntry['kind'],
  from: LedgerLine['account'],
  to: LedgerLine['account'],
  sum: number,
): LedgerEntry[] {
  if (sum === 0) return [];
  return [
    {
      kind,
      lines: [
        { account: from, amount: -sum },
        { account: to, amount: sum },
      ],
    },
  ];
}

/**
 * Points of the order that this refund gives back: as many as were paid, whatever the ratio is today. The points of a
 * cancelled part went back with the cancellation.
 */
async function pointsBack(ctx: Ctx, { row, order }: LockedRefund): Promise<number> {
  if (row.origin === 'cancellation') return 0;
  return shareOfPoints(await pointsLeft(ctx, order.root), toMinor(row.wallet_amount));
}
