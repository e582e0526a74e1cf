import { sql, type UpdateObject } from 'kysely';
import { toMinor } from '@/contract/core/money';
import { type Provider, providers } from '@/contract/ledger/accounts';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { enqueue } from '@/server/core/jobs/job';
import { type RefundKind, refundPaid } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { publishOrders } from '@/server/modules/orders/lock-order';
import { refundEntryKind } from '@/server/modules/refunds/refund-entries';
import { attemptJob } from '../follow-events';
import { openPaymentTask } from '../open-tasks/open-task';
import { settleRefundTasks } from '../open-tasks/settle-tasks';
import { revertRepairs } from '../reconciliation/revert-repairs';
import type { LockedProviderRefund } from './lock-refund';

export const openStates = ['new', 'pending', 'unknown'];

/** Refunds that were decided, and are neither returned nor refused. */
export const isUnderWay = ({ row }: LockedProviderRefund): boolean => openStates.includes(row.state);

/** The provider has returned the money: only now the refund is paid (rules/payments: a refund is paid when its provider says so). */
export async function succeedRefund(
  ctx: Ctx,
  locked: LockedProviderRefund,
  providerRefundId: string | null,
): Promise<void> {
  const { row, attempt } = locked;
  await writeRefund(ctx, locked, {
    state: 'succeeded',
    failure: null,
    ended_at: ctx.now,
    next_read_at: null,
    provider_refund_id: providerRefundId ?? row.provider_refund_id,
  });
  await ctx.db
    .updateTable('payment_attempts')
    .set({ refunded: sql`refunded + ${row.amount}::numeric`, updated_at: ctx.now })
    .where('id', '=', attempt.id)
    .execute();
  await takeBackRefundRepairs(ctx, attempt);
  if (row.refund_id !== null) {
    const place = { kind: 'provider_clearing', provider: knownProvider(attempt) } as const;
    const kind = await kindOfRefund(ctx, row.refund_id);
    await postEntries(ctx, refundPaid(kind, row.refund_id, place, toMinor(row.amount)));
  }
  await settleRefundTasks(ctx, row.id);
  await readAgain(ctx, locked);
  await publishOrders(ctx, [locked.order.root], 'refund');
}

/** The provider refused: the money stays on its way, and a person chooses another one. */
export async function cancelRefund(
  ctx: Ctx,
  locked: LockedProviderRefund,
  failure: string | null,
): Promise<void> {
  const { row, attempt, order } = locked;
  await writeRefund(ctx, locked, { state: 'canceled', failure, ended_at: ctx.now, next_read_at: null });
  await settleRefundTasks(ctx, row.id);
  await openPaymentTask(ctx, {
    kind: 'refund_refused',
    orderId: order.root.id,
    attemptId: attempt.id,
    providerRefundId: row.id,
    amount: toMinor(row.amount),
    note: failure,
  });
  await readAgain(ctx, locked);
  await publishOrders(ctx, [order.root], 'refund');
}

export async function takeBackRefundRepairs(
  ctx: Ctx,
  attempt: { provider: string; payment_id: string | null },
): Promise<void> {
  const { payment_id: paymentId } = attempt;
  if (paymentId !== null) await revertRepairs(ctx, { provider: knownProvider(attempt), paymentId }, 'refund');
}

/** The attempt may have returned more than this refund of ours: `noticeRefunded` has waited for its end. */
async function readAgain(ctx: Ctx, { attempt }: LockedProviderRefund): Promise<void> {
  if (attempt.next_read_at !== null) await enqueue(ctx, attemptJob, { id: attempt.id });
}

export async function writeRefund(
  ctx: Ctx,
  { row }: Pick<LockedProviderRefund, 'row'>,
  values: UpdateObject<DB, 'provider_refunds'>,
): Promise<void> {
  await ctx.db
    .updateTable('provider_refunds')
    .set({ ...values, updated_at: ctx.now })
    .where('id', '=', row.id)
    .execute();
}

export function knownProvider({ provider }: { provider: string }): Provider {
  const found = providers.find((one) => one === provider);
  if (!found) throw new Error(`No provider ${provider}`);
  return found;
}

export async function kindOfRefund(ctx: Ctx, id: number): Promise<RefundKind> {
  const { kind } = await ctx.db
    .selectFrom('refunds')
    .select('kind')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return refundEntryKind(kind);
}
