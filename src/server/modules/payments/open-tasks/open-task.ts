import { toDecimal } from '@/contract/core/money';
import type { TaskKind } from '@/contract/payments/tasks';
import type { Ctx } from '@/server/core/context';
import { toAdmins } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';

interface OpenTask {
  kind: TaskKind;
  orderId: number;
  attemptId: number | null;
  /** In kopecks. */
  amount: number;
  /** What the service or job says about it. */
  note?: string | null;
  dueAt?: Date | null;
  providerRefundId?: number | null;
  chargebackId?: number | null;
}

/**
 * Asks a person about money, once for each kind, attempt and refund, also after the answer. Returns the task's id, null
 * when it was asked before.
 */
export async function openPaymentTask(ctx: Ctx, task: OpenTask): Promise<number | null> {
  const { kind, orderId, attemptId, amount, note = null, dueAt = null } = task;
  const row = await ctx.db
    .insertInto('payment_tasks')
    .values({
      kind,
      order_id: orderId,
      attempt_id: attemptId,
      amount: toDecimal(amount),
      note,
      due_at: dueAt,
      provider_refund_id: task.providerRefundId ?? null,
      chargeback_id: task.chargebackId ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return null;
  await notifyFinance(ctx, row.id);
  return row.id;
}

/** Tasks wait beside the requests for a second person. */
export const notifyFinance = (ctx: Ctx, id: number): Promise<void> =>
  publish(ctx, [toAdmins('finance')], 'decision', { family: 'approvals', id });
