import { randomUUID } from 'node:crypto';
import { toDecimal, toMinor } from '@/contract/core/money';
import { refundedUnknown } from '@/contract/payments/tasks';
import type { Ctx } from '@/server/core/context';
import { enqueue } from '@/server/core/jobs/job';
import type { ProviderPayment } from '@/server/integrations/acquirers/payment-provider';
import { foreignRefunded } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { lockRoot } from '@/server/modules/orders/lock-order';
import { providerRefundJob } from '../follow-events';
import { nextReadAt } from '../next-read';
import { openPaymentTask } from '../open-tasks/open-task';
import { settleUnknownSum } from '../open-tasks/settle-tasks';
import { knownProvider, openStates, takeBackRefundRepairs } from './end-refund';
import { lockAttempt } from './lock-refund';

type SaidOfRefunds = Pick<ProviderPayment, 'amount' | 'refunded'>;

/**
 * What an attempt that was read anew says about its refunds, in kopecks.
 * Refunds of ours that wait are asked about. More than we know was returned in the provider's cabinet: it goes into the
 * books, and a person says what it was for (rules/payments: a refund in the cabinet waits for a person).
 */
export async function noticeRefunded(
  ctx: Ctx,
  { attemptId, orderId, says }: { attemptId: number; orderId: number; says: SaidOfRefunds },
): Promise<void> {
  await lockRoot(ctx, orderId);
  const attempt = await lockAttempt(ctx, attemptId);
  const waiting = await ctx.db
    .selectFrom('provider_refunds')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', openStates)
    .where('sent_at', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { id } of waiting) await enqueue(ctx, providerRefundJob, { id });
  if (waiting.length > 0) return readLater(ctx, attempt);
  if (says.refunded === null) return askHowMuch(ctx, attempt, says.amount);
  const returned = says.refunded === 'all' ? toMinor(attempt.captured) : says.refunded;
  const more = returned - toMinor(attempt.refunded);
  if (more > 0) await bookForeign(ctx, attempt, more);
}

async function askHowMuch(ctx: Ctx, attempt: Attempt, amount: number): Promise<void> {
  if (!(await isReturnedElsewhere(ctx, attempt, amount))) return;
  await openPaymentTask(ctx, {
    kind: 'contradiction',
    orderId: attempt.order_id,
    attemptId: attempt.id,
    amount: toMinor(attempt.captured),
    note: refundedUnknown,
  });
}

/**
 * Whether somebody else has returned a part whose sum the provider does not say. `amount` is what it names as the payment's sum
 * by now, in kopecks: what was paid, what is left or what was returned last, nobody knows. Less than ours have left is not ours,
 * unless it is as much as one of them (rules/payments: a returned part without a sum is not booked).
 */
export async function isReturnedElsewhere(
  { db }: Pick<Ctx, 'db'>,
  { id, captured, refunded }: Pick<Attempt, 'id' | 'captured' | 'refunded'>,
  amount: number,
): Promise<boolean> {
  const known = await db
    .selectFrom('provider_refunds')
    .select('amount')
    .where('attempt_id', '=', id)
    .where('state', 'in', ['pending', 'unknown', 'succeeded'])
    .execute();
  const isOne = known.some((one) => toMinor(one.amount) === amount);
  return known.length === 0 || (!isOne && amount < toMinor(captured) - toMinor(refunded));
}

type Attempt = Awaited<ReturnType<typeof lockAttempt>>;

/** Whose refund it was shows once ours has an end, which asks for this reading at once (`succeedRefund`, `cancelRefund`). */
async function readLater(ctx: Ctx, attempt: Attempt): Promise<void> {
  await ctx.db
    .updateTable('payment_attempts')
    .set({ next_read_at: nextReadAt(attempt, ctx.now) })
    .where('id', '=', attempt.id)
    .execute();
}

async function bookForeign(ctx: Ctx, attempt: Attempt, amount: number): Promise<void> {
  const { id } = await ctx.db
    .insertInto('provider_refunds')
    .values({
      attempt_id: attempt.id,
      key: randomUUID(),
      amount: toDecimal(amount),
      state: 'succeeded',
      ended_at: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('payment_attempts')
    .set({ refunded: toDecimal(toMinor(attempt.refunded) + amount), updated_at: ctx.now })
    .where('id', '=', attempt.id)
    .execute();
  await settleUnknownSum(ctx, attempt.id);
  await takeBackRefundRepairs(ctx, attempt);
  await postEntries(ctx, foreignRefunded(attempt.order_id, knownProvider(attempt), amount));
  await openPaymentTask(ctx, {
    kind: 'foreign_refund',
    orderId: attempt.order_id,
    attemptId: attempt.id,
    providerRefundId: id,
    amount,
  });
}
