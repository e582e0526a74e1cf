import { sql } from 'kysely';
import { toDecimal, toMinor } from '@/contract/core/money';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { pointsGiven, refundGivenAsPoints, refundSentByBank } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { enqueueProviderRefunds, loadRemainders } from '@/server/modules/refunds/provider-parts';
import { pointsWorth } from '@/server/modules/refunds/settle-refund';
import { sendRefund } from '../follow-events';
import type { TaskHandler } from '../open-tasks/task-row';
import { kindOfRefund, succeedRefund, writeRefund } from './end-refund';
import { type LockedProviderRefund, lockProviderRefund } from './lock-refund';

/**
 * What a person decides about a refund that the provider refused, or does not answer about. Another key is used only after a
 * refusal, or after a person has seen that nothing was returned. Throws ACTION_NOT_VALID when the provider has answered since.
 */
export const answerRefundTask: TaskHandler = async (ctx, task, { answer }) => {
  const locked = await lockProviderRefund(ctx, task.provider_refund_id ?? 0);
  const { row } = locked;
  const isRefused = task.kind === 'refund_refused';
  const waits = isRefused ? row.state === 'canceled' && !row.is_replaced : isOpen(locked);
  if (!waits || row.refund_id === null) throw new AppError('ACTION_NOT_VALID');
  if (answer === 'sent') await succeedRefund(ctx, locked, null);
  if (answer === 'retry') await retry(ctx, locked, row.refund_id);
  if (answer === 'bank') await payByBank(ctx, locked, row.refund_id);
  if (answer === 'points') await givePoints(ctx, locked, row.refund_id);
};

const isOpen = ({ row }: LockedProviderRefund) => ['unknown', 'pending', 'new'].includes(row.state);

/** Throws REFUND_NOT_POSSIBLE when the attempt has less by now. */
async function retry(ctx: UserCtx, locked: LockedProviderRefund, refundId: number): Promise<void> {
  const { row, attempt } = locked;
  await replace(ctx, locked);
  const [remainder] = await loadRemainders(ctx, [attempt]);
  const amount = toMinor(row.amount);
  if (!remainder || remainder.available < amount) throw new AppError('REFUND_NOT_POSSIBLE');
  await enqueueProviderRefunds(ctx, refundId, [{ attemptId: attempt.id, amount }]);
  await sendRefund(ctx, refundId);
}

async function payByBank(ctx: UserCtx, locked: LockedProviderRefund, refundId: number): Promise<void> {
  await writeRefund(ctx, locked, { state: 'by_hand', ended_at: ctx.now, next_read_at: null });
  const kind = await kindOfRefund(ctx, refundId);
  await postEntries(ctx, refundSentByBank(kind, refundId, toMinor(locked.row.amount)));
}

/** The money stays with the provider, and the buyer has points for it. */
async function givePoints(ctx: UserCtx, locked: LockedProviderRefund, refundId: number): Promise<void> {
  await replace(ctx, locked);
  const { kind: _kind, customer_id } = await ctx.db
    .selectFrom('refunds')
    .select(['kind', 'customer_id'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow();
  if (customer_id === null) throw new AppError('ACTION_NOT_VALID');
  const sum = toMinor(locked.row.amount);
  const points = await pointsWorth(ctx, sum);
  await postEntries(ctx, [
    ...refundGivenAsPoints(await kindOfRefund(ctx, refundId), refundId, sum),
    ...pointsGiven('points', { family: 'refunds', rowId: refundId }, customer_id, points),
  ]);
  await ctx.db
    .updateTable('refunds')
    .set({ credited_points: sql`credited_points + ${toDecimal(points)}::numeric`, updated_at: ctx.now })
    .where('id', '=', refundId)
    .execute();
}

/** The attempt has its money again. */
const replace = (ctx: UserCtx, locked: LockedProviderRefund) =>
  writeRefund(ctx, locked, { state: 'canceled', is_replaced: true, ended_at: ctx.now, next_read_at: null });
