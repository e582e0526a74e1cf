import { paidStatuses } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import { restoreStock, takeStock } from '@/server/modules/catalogue/stock/stock';
import { postEntry } from '@/server/modules/ledger/ledger';
import { accountOf, lockAccounts } from '@/server/modules/ledger/ledger-accounts';
import { releaseUnused, returnStock, stockLinesOf } from '../cancel-order';
import { paymentFailed } from '../emails';
import { deriveRoot, type LockedOrder, recordEvent, writeOrder } from '../lock-order';
import { notifyCustomer } from '../order-notices';
import { pointsEntry, pointsOf } from '../return-payment';
import { closeIntents } from './payment-intents';

/**
 * The bank said no (reference rules R-118): what waited for the money has failed, its pieces and points are given back.
 * What it costs stays on it, so that a new payment can bring it back. `letterOf`: what the customer is told.
 */
export async function failPayment(
  ctx: Ctx,
  order: LockedOrder,
  letterOf: typeof paymentFailed | null = paymentFailed,
): Promise<void> {
  const { root, parts } = order;
  const waiting = parts.filter(({ order_status }) => order_status === 'order-pending');
  const points = await pointsOf(ctx, root, waiting);
  await returnStock(ctx, order, waiting);
  for (const part of waiting) {
    await writeOrder(ctx, part, { order_status: 'order-failed' });
    await recordEvent(ctx, part, { kind: 'status', from: 'order-pending', to: 'order-failed' });
  }
  for (const row of [root, ...parts]) {
    const from = row.payment_status;
    if (from === 'payment-failed' || paidStatuses.includes(from)) continue;
    await writeOrder(ctx, row, { payment_status: 'payment-failed' });
    await recordEvent(ctx, row, { kind: 'payment', from, to: 'payment-failed' });
  }
  await deriveRoot(ctx, order);
  await closeIntents(ctx, root.id);
  await releaseUnused(ctx, order);
  const entry = pointsEntry(root, points);
  if (entry) await postEntry(ctx, entry);
  if (waiting.length === 0 || !letterOf) return;
  const letter = letterOf({ name: root.customer_name, number: root.tracking_number });
  await notifyCustomer(ctx, root, 'paymentOrder', letter);
}

/**
 * Takes again what failed parts had given back: pieces, points, the use of the coupon. False, and nothing taken, when the
 * pieces are gone or the points are spent. True when nothing had failed.
 */
export async function reviveFailed(ctx: Ctx, order: LockedOrder): Promise<boolean> {
  const { root, parts } = order;
  const failed = parts.filter(({ order_status }) => order_status === 'order-failed');
  if (failed.length === 0) return true;
  const about = { family: 'orders', rowId: root.id };
  const lines = stockLinesOf(order, failed);
  if ((await takeStock(ctx, lines, about)).length > 0) return false;
  if (!(await takePoints(ctx, order, await pointsOf(ctx, root, failed)))) {
    await restoreStock(ctx, lines, about);
    return false;
  }
  for (const part of failed) await writeOrder(ctx, part, { stock_returned_at: null });
  if (root.coupon_usage_id !== null) {
    await ctx.db
      .updateTable('coupon_usages')
      .set({ released_at: null })
      .where('id', '=', root.coupon_usage_id)
      .execute();
  }
  return true;
}

async function takePoints(ctx: Ctx, { root }: LockedOrder, points: number): Promise<boolean> {
  const entry = pointsEntry(root, -points);
  if (!entry || points === 0) return true;
  const accounts = await lockAccounts(
    ctx,
    entry.lines.map(({ account }) => account),
  );
  const wallet = { kind: 'wallet', userId: root.customer_id ?? 0 } as const;
  if (accountOf(accounts, wallet).balance < points) return false;
  await postEntry(ctx, entry);
  return true;
}
