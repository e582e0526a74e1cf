import { toDecimal, toMinor } from '@/contract/core/money';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { lockRoot } from '@/server/modules/orders/lock-order';
import { decidePayment } from '@/server/modules/orders/payments/receive-payment';
import { openCancellationRefund } from '@/server/modules/orders/payments/return-payment';
import { applyDecision } from '@/server/modules/refunds/decide-refund';
import { lockRefund } from '@/server/modules/refunds/lock-refund';
import type { TaskHandler } from './task-row';

/** Late and double money, for which a refund waits: it is decided here, as money or as points. */
export const answerUnneeded: TaskHandler = async (ctx, { order_id, amount }, { answer, note }) => {
  let [refundId] = await waitingRefunds(ctx, order_id, amount);
  if (refundId === undefined) {
    const { root } = await lockRoot(ctx, order_id);
    await openCancellationRefund(ctx, root, toMinor(amount), { isSuspense: true });
    [refundId] = await waitingRefunds(ctx, order_id, amount);
  }
  if (refundId === undefined) throw new AppError('ACTION_NOT_VALID');
  await approve(ctx, refundId, { method: answer === 'points' ? 'wallet' : 'payment', note });
};

/** Money of another sum: what is accepted pays the order, and the rest goes back. */
export const answerHeld: TaskHandler = async (ctx, { order_id }, { answer, note }) => {
  const { root } = await lockRoot(ctx, order_id);
  const before = await waitingRefunds(ctx, order_id);
  const decision = answer === 'return' ? 'return' : 'accept';
  await decidePayment(ctx, String(order_id), { decision, version: root.version });
  const opened = (await waitingRefunds(ctx, order_id)).filter((id) => !before.includes(id));
  for (const id of opened) await approve(ctx, id, { method: 'payment', note });
};

/** Undecided refunds of money in suspense, the first first; of this sum in roubles. */
async function waitingRefunds(ctx: UserCtx, orderId: number, amount?: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('from_suspense', '=', true)
    .where('status', 'in', ['pending', 'processing'])
    .where('deleted_at', 'is', null)
    .$if(amount !== undefined, (found) => found.where('amount', '=', Number(toDecimal(toMinor(amount ?? 0)))))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function approve(
  ctx: UserCtx,
  id: number,
  { method, note }: { method: 'payment' | 'wallet'; note: string | null },
): Promise<void> {
  const locked = await lockRefund(ctx, String(id));
  await applyDecision(ctx, locked, { status: 'approved', method, decision_note: note });
}
