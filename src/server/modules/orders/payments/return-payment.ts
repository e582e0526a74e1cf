import { toDecimal, toMinor } from '@/contract/core/money';
import type { Ctx } from '@/server/core/context';
import { insertRow } from '@/server/core/db/rows';
import { pointsGiven } from '@/server/modules/ledger/entries';
import type { LedgerEntry } from '@/server/modules/ledger/ledger';
import type { LockedOrder, StoredLine, StoredOrder } from '../lock-order';
import { leftAfterChargebacks } from './charged-back-prepayment';

/**
 * Opens a pending refund for money that is not needed, such as that of a cancelled order. An administrator approves it,
 * and the money returns the way it was paid. `lines`: the lines it paid for, if known; `isSuspense`: it paid for nothing,
 * and is in suspense. `amount` in kopecks.
 */
export async function openCancellationRefund(
  ctx: Ctx,
  root: StoredOrder,
  amount: number,
  { lines = [], isSuspense = false }: { lines?: readonly StoredLine[]; isSuspense?: boolean } = {},
): Promise<void> {
  if (amount <= 0) return;
  const id = await insertRow(ctx, 'refunds', {
    order_id: root.id,
    customer_id: root.customer_id,
    origin: 'cancellation',
    method: 'payment',
    status: 'pending',
    amount: toDecimal(amount),
    from_suspense: isSuspense,
    requested_by: ctx.user?.id ?? null,
  });
  const paid = lines.filter(({ quantity }) => quantity > 0);
  if (paid.length === 0) return;
  await ctx.db
    .insertInto('refund_lines')
    .values(
      paid.map((line) => ({
        refund_id: id,
        order_line_id: line.id,
        shop_id: line.shop_id,
        quantity: line.quantity,
        amount: toDecimal(toMinor(line.total) - toMinor(line.wallet)),
      })),
    )
    .execute();
  await fitLines(ctx, id, amount);
}

/** Of money that cancelled goods return, what the buyer's bank has not taken (rules/payments: money goes back once). */
export async function returnable(ctx: Ctx, order: LockedOrder, amount: number): Promise<number> {
  const left = amount > 0 ? await leftAfterChargebacks(ctx, order) : null;
  if (left === null) return amount;
  const { asked } = await ctx.db
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<number | null>('amount').as('asked'))
    .where('order_id', '=', order.root.id)
    .where('origin', '=', 'cancellation')
    .where('from_suspense', '=', false)
    .where('status', 'in', ['pending', 'processing'])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Math.max(0, Math.min(amount, left - toMinor(asked ?? 0)));
}

/** Lines of a refund that returns less than they cost: each less in proportion. `sum` in kopecks. */
export async function fitLines(ctx: Ctx, refundId: number, sum: number): Promise<void> {
  const lines = await ctx.db
    .selectFrom('refund_lines')
    .select(['id', 'amount'])
    .where('refund_id', '=', refundId)
    .orderBy('id')
    .execute();
  const all = lines.reduce((total, { amount }) => total + toMinor(amount), 0);
  if (all <= sum) return;
  let [counted, given] = [0, 0];
  for (const { id, amount } of lines) {
    counted += toMinor(amount);
    const upTo = Number((BigInt(sum) * BigInt(counted)) / BigInt(all));
    await ctx.db
      .updateTable('refund_lines')
      .set({ amount: toDecimal(upTo - given) })
      .where('id', '=', id)
      .execute();
    given = upTo;
  }
}

/**
 * Points payment of a whole order that approved refunds have not returned yet: `amount` in kopecks, `points` in
 * hundredths.
 */
interface PointsLeft {
  amount: number;
  points: number;
}

export async function pointsLeft(ctx: Ctx, root: StoredOrder): Promise<PointsLeft> {
  const refunded = await ctx.db
    .selectFrom('refunds')
    .select((eb) => [
      eb.fn.sum<number | null>('wallet_amount').as('amount'),
      eb.fn.sum<number | null>('wallet_points').as('points'),
    ])
    .where('order_id', '=', root.id)
    .where('origin', '=', 'request')
    .where('status', '=', 'approved')
    .executeTakeFirstOrThrow();
  return {
    amount: toMinor(root.wallet_amount) - toMinor(refunded.amount ?? 0),
    points: toMinor(root.wallet_points) - toMinor(refunded.points ?? 0),
  };
}

/** Points that paid this many kopecks, in hundredths. Whole points only; the last kopeck takes the remainder. */
export function shareOfPoints(left: PointsLeft, paid: number): number {
  if (paid === 0 || left.points === 0) return 0;
  if (paid >= left.amount) return left.points;
  return toMinor(Number((BigInt(left.points) * BigInt(paid)) / BigInt(left.amount) / 100n));
}

export async function pointsPaidFor(
  ctx: Ctx,
  root: StoredOrder,
  parts: readonly Pick<StoredOrder, 'wallet_amount'>[],
): Promise<number> {
  const paid = parts.reduce((sum, { wallet_amount }) => sum + toMinor(wallet_amount), 0);
  return paid === 0 ? 0 : shareOfPoints(await pointsLeft(ctx, root), paid);
}

/**
 * Ledger entry that returns points to the customer's wallet; negative `points` takes them out. Null when nothing
 * moves.
 */
export function pointsEntry(root: StoredOrder, points: number): LedgerEntry | null {
  if (points === 0 || root.customer_id === null) return null;
  return pointsGiven('points', { family: 'orders', rowId: root.id }, root.customer_id, points)[0] ?? null;
}
