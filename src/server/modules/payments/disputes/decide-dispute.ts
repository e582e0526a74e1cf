import { toMinor } from '@/contract/core/money';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { emit } from '@/server/core/events/event';
import { disputeLost, disputeWon } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { lockRoot } from '@/server/modules/orders/lock-order';
import { splitTaken } from '@/server/modules/refunds/claimed-refunds';
import { takenByBank } from '@/server/modules/refunds/emails';
import { lockRefund } from '@/server/modules/refunds/lock-refund';
import { applyDecision } from '@/server/modules/refunds/refund-moves';
import type { TaskHandler } from '../open-tasks/task-row';
import { knownProvider, takeBackRefundRepairs } from '../refunds/end-refund';
import { lockIntent } from '../refunds/lock-refund';
import { partsOfDispute } from './open-dispute';

/** A claim was refused, and everybody has their part again, or granted: the provider has taken the money. */
export const decideDispute: TaskHandler = async (ctx, task, { answer }) => {
  const intent = task.intent_id === null ? null : await lockIntent(ctx, task.intent_id);
  const dispute = await ctx.db
    .selectFrom('disputes')
    .selectAll()
    .where('id', '=', task.dispute_id ?? 0)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('ACTION_NOT_VALID'));
  const provider = intent ? knownProvider(intent) : 'manual';
  const entries =
    answer === 'won'
      ? partsOfDispute(dispute).flatMap(disputeWon)
      : disputeLost(dispute.order_id, { kind: 'provider_clearing', provider }, toMinor(dispute.amount));
  await postEntries(ctx, entries);
  if (answer === 'lost') await emit(ctx, 'claim-granted', { record: dispute.order_id, data: {} });
  if (intent && answer === 'lost') await takeBackRefundRepairs(ctx, intent);
  await ctx.db
    .updateTable('disputes')
    .set({
      state: answer,
      decided_by: ctx.user.id,
      decided_at: ctx.now,
      version: dispute.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', dispute.id)
    .execute();
  if (answer === 'lost') await refuseTaken(ctx, dispute.order_id);
};

/** What cancelled goods would return of money that the bank has taken: such a refund could never be paid. */
async function refuseTaken(ctx: UserCtx, orderId: number): Promise<void> {
  for (const id of await splitTaken(ctx, await lockRoot(ctx, orderId))) {
    const locked = await lockRefund(ctx, String(id));
    await applyDecision(ctx, locked, { to: 'rejected', note: takenByBank });
  }
}
