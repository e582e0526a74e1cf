import { toDecimal, toMinor } from '@/contract/core/money';
import type { RefundMethod } from '@/contract/refunds/states';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { lockRoot } from '@/server/modules/orders/lock-order';
import { acceptMoney } from '@/server/modules/orders/payments/accept-money';
import { decidePayment } from '@/server/modules/orders/payments/receive-payment';
import { openCancellationRefund } from '@/server/modules/orders/payments/return-payment';
import { usedForOrder } from '@/server/modules/refunds/emails';
import { lockRefund } from '@/server/modules/refunds/lock-refund';
import { applyDecision, type Decision } from '@/server/modules/refunds/refund-moves';
import type { TaskHandler } from '../open-tasks/task-row';

/** Late and double money, for which a refund waits: it pays the order, or the refund is decided, as money or as points. */
export const answerUnneeded: TaskHandler = async (ctx, { order_id, amount }, { answer, note }) => {
  let [refundId] = await waitingRefunds(ctx, order_id, amount);
  if (answer === 'accept' || answer === 'split') {
    if (refundId !== undefined) await decide(ctx, refundId, { to: 'rejected', note: usedForOrder });
    return returnSurplus(ctx, order_id, note, async () =>
      acceptMoney(ctx, await lockRoot(ctx, order_id), toMinor(amount)),
    );
  }
  if (refundId === undefined) {
    const { root } = await lockRoot(ctx, order_id);
    await openCancellationRefund(ctx, root, toMinor(amount), { isSuspense: true });
    [refundId] = await waitingRefunds(ctx, order_id, amount);
  }
  if (refundId === undefined) throw new AppError('ACTION_NOT_VALID');
  const method = answer === 'points' ? 'wallet' : 'payment';
  await decide(ctx, refundId, approved(method, note));
};

/** Money of another sum: what is accepted pays the order, and the rest goes back. */
export const answerHeld: TaskHandler = async (ctx, { order_id }, { answer, note }) => {
  const { root } = await lockRoot(ctx, order_id);
  const decision = answer === 'return' ? 'return' : 'accept';
  await returnSurplus(ctx, order_id, note, () =>
    decidePayment(ctx, String(order_id), { decision, version: root.version }),
  );
};

/** Approves the refund of what the order does not need. */
async function returnSurplus(
  ctx: UserCtx,
  orderId: number,
  note: string | null,
  run: () => Promise<unknown>,
): Promise<void> {
  const before = await waitingRefunds(ctx, orderId);
  await run();
  const opened = (await waitingRefunds(ctx, orderId)).filter((id) => !before.includes(id));
  for (const id of opened) await decide(ctx, id, approved('payment', note));
}

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

const approved = (method: RefundMethod, note: string | null): Decision => ({
  to: 'approved',
  settlement: { by: 'admin', method, inspection: undefined },
  note,
});

async function decide(ctx: UserCtx, id: number, decision: Decision): Promise<void> {
  await applyDecision(ctx, await lockRefund(ctx, String(id)), decision);
}
