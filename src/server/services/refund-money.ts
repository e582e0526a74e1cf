import { sql } from 'kysely';
import { toMinor } from '@/contract/money';
import type { RefundMethod } from '@/contract/refunds/states';
import type { Ctx } from '../context';
import { type LedgerEntry, type LedgerLine, postEntry } from './ledger';
import { lockAccounts } from './ledger-accounts';
import type { LockedRefund } from './refund-decisions';
import type { Values } from './resource-query';

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
    credited: method === 'wallet' ? Math.floor(paid * (await ratioOf(ctx)) + 1e-9) : 0,
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
 * Points of the order that this refund gives back: their share of what is left of them in whole points, all that is left
 * with the last piece; so none is ever lost or given twice.
 */
async function pointsBack(ctx: Ctx, { row, order }: LockedRefund): Promise<number> {
  const now = toMinor(row.wallet_amount);
  if (now === 0) return 0;
  // The points of a cancelled part have left the order with it.
  if (row.origin === 'cancellation') return Math.floor(now * (await ratioOf(ctx)) + 1e-9);
  const { rows } = await sql<{ amount: number | null; points: number | null }>`
    select sum(wallet_amount) as amount, sum(wallet_points) as points from refunds
    where order_id = ${order.root.id} and origin = 'request' and status = 'approved'`.execute(ctx.db);
  const amount = toMinor(order.root.wallet_amount) - toMinor(rows[0]?.amount ?? 0);
  const points = toMinor(order.root.wallet_points) - toMinor(rows[0]?.points ?? 0);
  if (now >= amount) return points;
  return Number((BigInt(points) * BigInt(now)) / BigInt(amount) / 100n) * 100;
}

/** Points for a rouble (reference rules R-290). */
async function ratioOf(ctx: Ctx): Promise<number> {
  const row = await ctx.db.selectFrom('settings').select('options').executeTakeFirst();
  return Number((row?.options as Values | undefined)?.currencyToWalletRatio ?? 1) || 1;
}
