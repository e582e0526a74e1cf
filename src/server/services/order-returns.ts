import { toDecimal, toMinor } from '@/contract/money';
import type { Ctx } from '../context';
import type { LedgerEntry } from './ledger';
import type { LockedOrder, StoredLine, StoredOrder } from './order-lock';

/**
 * Opens the task to give money back that came and is not needed (design §5: cancelling opens a refund): an administrator
 * approves it, and it goes the way it came. `lines` are what it was paid for, when that is known. Sums in kopecks.
 */
export async function openReturn(
  ctx: Ctx,
  root: StoredOrder,
  amount: number,
  lines: readonly StoredLine[] = [],
): Promise<void> {
  if (amount <= 0) return;
  const { id } = await ctx.db
    .insertInto('refunds')
    .values({
      order_id: root.id,
      customer_id: root.customer_id,
      ...{ origin: 'cancellation', method: 'payment', status: 'pending' },
      amount: toDecimal(amount),
      requested_by: ctx.user?.id ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
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
}

/**
 * Of the points of a whole order, those that paid for these parts: whole points, and all that are left with the last, in
 * hundredths.
 */
export function pointsOf(
  { root }: Pick<LockedOrder, 'root'>,
  parts: readonly Pick<StoredOrder, 'wallet_amount'>[],
): number {
  const paid = parts.reduce((sum, { wallet_amount }) => sum + toMinor(wallet_amount), 0);
  const [points, whole] = [toMinor(root.wallet_points), toMinor(root.wallet_amount)];
  if (paid === 0 || points === 0) return 0;
  if (paid >= whole) return points;
  return Number((BigInt(points) * BigInt(paid)) / BigInt(whole) / 100n) * 100;
}

/** Points back into the customer's wallet, or out of it again; none when there is nothing to move. */
export function pointsEntry(root: StoredOrder, points: number): LedgerEntry | null {
  if (points === 0 || root.customer_id === null) return null;
  return {
    kind: 'points',
    family: 'orders',
    rowId: root.id,
    lines: [
      { account: { kind: 'wallet', userId: root.customer_id }, amount: points },
      { account: { kind: 'points' }, amount: -points },
    ],
  };
}
