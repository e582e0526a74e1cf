import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { Ctx } from '@/server/core/context';
import type { Attempt } from '@/server/modules/orders/payments/attempts';
import { notifyFinance, openPaymentTask } from '../open-tasks/open-task';
import { settledColumns } from '../open-tasks/settle-tasks';

type HoldTask = 'hold_expiring' | 'capture_failed';

/** Asks a person about held money; a capture that fails again is asked about again. */
export async function openHoldTask(
  ctx: Ctx,
  { id, order_id, held, capture_until }: Attempt,
  kind: HoldTask,
  note: string | null = null,
): Promise<void> {
  const amount = toMinor(held);
  const about = { orderId: order_id, attemptId: id, amount, note, dueAt: capture_until };
  if ((await openPaymentTask(ctx, { kind, ...about })) !== null || kind === 'hold_expiring') return;
  const again = await ctx.db
    .updateTable('payment_tasks')
    .set({
      state: 'open',
      answer: null,
      answer_note: null,
      answered_by: null,
      answered_at: null,
      note,
      version: sql<number>`version + 1`,
      updated_at: ctx.now,
    })
    .where('attempt_id', '=', id)
    .where('kind', '=', kind)
    .where('state', '=', 'done')
    .returning('id')
    .executeTakeFirst();
  if (again) await notifyFinance(ctx, again.id);
}

/** The money was taken, or is with the buyer again: nobody has to answer. */
export async function settleHoldTasks(
  ctx: Ctx,
  attemptId: number,
  kinds: readonly HoldTask[] = ['hold_expiring', 'capture_failed'],
): Promise<void> {
  await ctx.db
    .updateTable('payment_tasks')
    .set(settledColumns(ctx))
    .where('attempt_id', '=', attemptId)
    .where('kind', 'in', [...kinds])
    .where('state', '=', 'open')
    .execute();
}
