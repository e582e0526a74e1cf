import { toMinor } from '@/contract/core/money';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { foreignRefundBorne } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { lockRefund } from '@/server/modules/refunds/lock-refund';
import { applyDecision } from '@/server/modules/refunds/refund-moves';
import type { TaskHandler, TaskRow } from '../open-tasks/task-row';

/**
 * What a refund in the provider's cabinet was for: the refund of the same sum that waits for a decision, which names the lines,
 * or nothing that was sold. Throws ACTION_NOT_VALID without such a refund.
 */
export const answerForeign: TaskHandler = async (ctx, task, { answer, note }) => {
  const { order_id, provider_refund_id: id, amount } = task;
  if (id === null) throw new AppError('ACTION_NOT_VALID');
  if (answer === 'loss') {
    await postEntries(ctx, foreignRefundBorne(order_id, toMinor(amount), note ?? ''));
    return;
  }
  const refundId = await sameMoney(ctx, task);
  if (refundId === undefined)
    throw new AppError('ACTION_NOT_VALID', { fields: { answer: ['error-foreign-refund-lines'] } });
  const locked = await lockRefund(ctx, String(refundId));
  const settlement = { by: 'cabinet', transfer: { id, amount: toMinor(amount) } } as const;
  await applyDecision(ctx, locked, { to: 'approved', settlement, note });
};

/** The oldest undecided refund of the order whose money is this sum. */
export async function sameMoney(
  ctx: Ctx,
  { order_id, amount }: Pick<TaskRow, 'order_id' | 'amount'>,
): Promise<number | undefined> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .select(['id', 'amount', 'wallet_amount'])
    .where('order_id', '=', order_id)
    .where('status', 'in', ['pending', 'processing'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.find((row) => toMinor(row.amount) - toMinor(row.wallet_amount) === toMinor(amount))?.id;
}
