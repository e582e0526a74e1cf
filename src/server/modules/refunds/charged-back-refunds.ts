import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import { cashTotal } from '@/contract/orders/money';
import { paidStatuses } from '@/contract/orders/status';
import { audit } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { insertRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import type { ChargedBackPart } from '@/server/modules/ledger/entries';
import type { LockedOrder, StoredPart } from '@/server/modules/orders/lock-order';
import { leftAfterChargebacks } from '@/server/modules/orders/payments/charged-back-prepayment';
import { keptKind } from '@/server/modules/orders/payments/kept-money';
import { fitLines } from '@/server/modules/orders/payments/return-payment';

/**
 * Money and points for goods, together with what the buyer's bank chargebacks, are no more than was paid, whoever took it
 * (rules/payments: money goes back once). The caller has locked the order. `sum` in kopecks. Throws REFUND_NOT_POSSIBLE.
 */
export async function assertNotChargedBack(
  ctx: Ctx,
  { root, parts }: LockedOrder,
  sum: number,
): Promise<void> {
  const chargebacks = await ctx.db
    .selectFrom('chargebacks')
    .select('shares')
    .where('order_id', '=', root.id)
    .where('state', '!=', 'won')
    .execute();
  const sold = parts.filter(isSold);
  const ids = new Set(sold.map(({ id }) => id));
  const claimed = chargebacks
    .flatMap(({ shares }) => shares as unknown as ChargedBackPart[])
    .filter(({ partId }) => ids.has(partId))
    .reduce((all, { prepayment, share, own }) => all + prepayment + share + own, 0);
  if (claimed === 0) return;
  const paid = sold.reduce((all, part) => all + cashTotal(part), 0);
  if (paid - claimed - (await returnedOf(ctx, root.id)) < sum) throw new AppError('REFUND_NOT_POSSIBLE');
}

const isSold = (part: StoredPart): boolean =>
  part.order_status !== 'order-cancelled' &&
  (paidStatuses.includes(part.payment_status) || part.payment_status === 'payment-refunded') &&
  !keptKind(part);

/** What buyers have for goods and delivery that they gave back, as money or points, in kopecks. */
async function returnedOf({ db }: Ctx, orderId: number): Promise<number> {
  const rows = await db
    .selectFrom('refunds')
    .select(['amount', 'wallet_amount'])
    .where('order_id', '=', orderId)
    .where('origin', '=', 'request')
    .where('status', '=', 'approved')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.reduce((all, row) => all + toMinor(row.amount) - toMinor(row.wallet_amount), 0);
}

/**
 * The buyer's bank has taken money of a locked order: refunds of what was cancelled that wait keep what is left, and the rest
 * is to be refused. Returns the ids of those to refuse.
 */
export async function splitTaken(ctx: Ctx, order: LockedOrder): Promise<number[]> {
  let left = await leftAfterChargebacks(ctx, order);
  if (left === null) return [];
  const waiting = await ctx.db
    .selectFrom('refunds')
    .select(['id', 'amount', 'version', 'customer_id', 'requested_by'])
    .where('order_id', '=', order.root.id)
    .where('origin', '=', 'cancellation')
    .where('from_suspense', '=', false)
    .where('status', 'in', ['pending', 'processing'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const refused: number[] = [];
  for (const { id, amount, version, ...about } of waiting) {
    const kept = Math.min(toMinor(amount), left);
    left -= kept;
    const rest = toMinor(amount) - kept;
    if (rest === 0) continue;
    if (kept === 0) {
      refused.push(id);
      continue;
    }
    await ctx.db
      .updateTable('refunds')
      .set({ amount: toDecimal(kept), version: version + 1, updated_at: ctx.now })
      .where('id', '=', id)
      .execute();
    await fitLines(ctx, id, kept);
    await audit(ctx, {
      family: 'refunds',
      id,
      action: 'update',
      changes: { amount: [amount, fromMinor(kept)] },
    });
    refused.push(
      await insertRow(ctx, 'refunds', {
        ...about,
        order_id: order.root.id,
        origin: 'cancellation',
        method: 'payment',
        status: 'pending',
        amount: toDecimal(rest),
      }),
    );
  }
  return refused;
}
