import type { UpdateObject } from 'kysely';
import { fromMinor, toDecimal } from '@/contract/core/money';
import type { TaskKind } from '@/contract/payments/tasks';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { enqueue, jobCtx } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import type { PaymentProvider, ProviderPayment } from '@/server/integrations/acquirers/payment-provider';
import { onlineWays } from '@/server/integrations/online-ways';
import { type LockedOrder, lockRoot } from '@/server/modules/orders/lock-order';
import type { Attempt } from '@/server/modules/orders/payments/attempts';
import { endHold, holdOrder } from '@/server/modules/orders/payments/hold-order';
import { endAttempt, receiveMoney } from '@/server/modules/orders/payments/receive-payment';
import { attemptJob } from '../follow-events';
import { openHoldTask, settleHoldTasks } from '../holds/hold-tasks';
import { nextReadAt } from '../next-read';
import { openPaymentTask } from '../open-tasks/open-task';
import { revertRepairs } from '../reconciliation/revert-repairs';
import { knownProvider } from '../refunds/end-refund';
import { noticeRefunded } from '../refunds/notice-refunded';
import { findAttempt } from './claim';
import type { PaymentDeps } from './provider-deps';

/** What is known under the lock of the order. */
interface Applied {
  order: LockedOrder;
  attempt: Attempt;
  payment: ProviderPayment;
}

/**
 * Applies what an acquirer says of a payment, once, under the lock of its order: states only move forward, so repeats and
 * late answers change nothing (rules/payments: what is read is applied once).
 */
export async function applyRead(
  deps: PaymentDeps,
  provider: PaymentProvider,
  id: number,
  payment: ProviderPayment,
): Promise<void> {
  await inAttempt(deps, id, async (ctx, order, attempt) => {
    // Another payment than that of this attempt: a person looks at it.
    if (attempt.payment_id !== null && attempt.payment_id !== payment.id) return;
    const applied = { order, attempt, payment };
    await write(ctx, attempt, {
      payment_id: payment.id,
      ...(payment.payUrl !== null && { redirect_url: attempt.redirect_url ?? payment.payUrl }),
    });
    if (payment.isTest && !provider.isTestShop) return strange(ctx, applied, 'test');
    switch (payment.state) {
      case 'pending':
        if (['new', 'unknown'].includes(attempt.state))
          await write(ctx, attempt, { state: 'pending', ...firstRead(attempt, ctx.now) });
        if (!attempt.is_open && provider.cancelsUnpaid) await enqueue(ctx, attemptJob, { id });
        return;
      case 'held':
        return applyHold(ctx, applied);
      case 'paid':
        return applyMoney(ctx, applied);
      case 'canceled':
        return applyEnd(ctx, applied);
    }
  });
}

const firstRead = (attempt: Attempt, now: Date) => ({
  reads: 0,
  next_read_at: nextReadAt({ ...attempt, reads: 0 }, now),
});

/** Runs under the lock of the attempt's order, with the attempt as it is then. */
export async function inAttempt(
  deps: PaymentDeps,
  id: number,
  run: (ctx: Ctx, order: LockedOrder, attempt: Attempt) => Promise<void>,
): Promise<void> {
  const found = await findAttempt(deps, id);
  if (!found) return;
  const ctx = { ...jobCtx(deps.db, deps.now(), deps.publicUrl, 'payments'), online: onlineWays(deps) };
  await inTransaction(ctx, async (inside) => {
    const order = await lockRoot(inside, found.order_id);
    const attempt = await findAttempt(inside, id);
    if (attempt) await run(inside, order, attempt);
  });
}

async function write(
  { db, now }: Ctx,
  attempt: Attempt,
  values: UpdateObject<DB, 'payment_attempts'>,
): Promise<void> {
  const row = await db
    .updateTable('payment_attempts')
    .set({ ...values, updated_at: now })
    .where('id', '=', attempt.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  Object.assign(attempt, row);
}

const ended = { is_open: false, next_read_at: null } as const;

/** Money that must not count: a test payment of a live shop, or another currency. Nothing is booked. */
async function strange(ctx: Ctx, { order, attempt, payment }: Applied, reason: 'test' | 'currency') {
  if (payment.state !== 'paid' && payment.state !== 'held') return;
  const failure = reason === 'test' ? 'test payment' : `${payment.amount} ${payment.currency}`;
  if (attempt.failure === failure) return;
  await write(ctx, attempt, { failure, next_read_at: null });
  await openTaskAbout(
    ctx,
    { order, attempt, payment },
    reason === 'test' ? 'contradiction' : 'wrong_currency',
    failure,
  );
}

async function applyMoney(ctx: Ctx, applied: Applied): Promise<void> {
  const { order, attempt, payment } = applied;
  const fee = payment.fee === null ? {} : { fee: toDecimal(payment.fee) };
  if (attempt.state === 'paid') {
    await write(ctx, attempt, { ...fee, next_read_at: null });
    return noticeRefunded(ctx, { attemptId: attempt.id, orderId: order.root.id, says: payment });
  }
  if (payment.currency !== 'RUB') return strange(ctx, applied, 'currency');
  // Cancelled while the buyer paid: the money went back at once (T-Bank).
  if (payment.refunded === 'all' || payment.refunded === payment.amount)
    return write(ctx, attempt, { ...ended, state: 'canceled', failure: 'returned at once' });
  if (!(await isFirst(ctx, applied, 'paid'))) return;
  await revertRepairs(ctx, { provider: knownProvider(attempt), paymentId: payment.id }, 'payment');
  const wasOpen = { ...attempt };
  await settleHoldTasks(ctx, attempt.id);
  await write(ctx, attempt, {
    ...ended,
    ...fee,
    state: 'paid',
    failure: null,
    captured: toDecimal(payment.amount),
    captured_at: ctx.now,
  });
  const outcome = await receiveMoney(ctx, order, wasOpen, payment.amount);
  if (outcome !== 'paid' && outcome !== 'change') await openTaskAbout(ctx, applied, outcome);
  if (payment.refunded !== 0)
    await noticeRefunded(ctx, { attemptId: attempt.id, orderId: order.root.id, says: payment });
}

/** A person decides about a payment that is not simply applied; what arrived is in suspense, or booked nowhere. */
async function openTaskAbout(
  ctx: Ctx,
  { order, attempt, payment }: Applied,
  kind: TaskKind,
  note: string | null = null,
): Promise<void> {
  const about = { orderId: order.root.id, attemptId: attempt.id, amount: payment.amount };
  await openPaymentTask(ctx, { kind, ...about, note });
}

/** The effect of a provider's object happens once, also if two processes apply it. */
async function isFirst(ctx: Ctx, { attempt, payment }: Applied, effect: string): Promise<boolean> {
  const row = await ctx.db
    .insertInto('payment_events')
    .values({
      payment_gateway: attempt.provider,
      event_id: `${payment.id}:${effect}`,
      attempt_id: attempt.id,
      status: 'success',
      amount: fromMinor(payment.amount),
      at: ctx.now,
      received_at: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Reserved, and not taken yet: a memo, no entry. What the order does not wait for is let go at once. A payment in one stage
 * may pass through this state.
 */
async function applyHold(ctx: Ctx, { order, attempt, payment }: Applied): Promise<void> {
  if (!['new', 'unknown', 'pending'].includes(attempt.state)) return;
  const until = payment.expiresAt === null ? null : new Date(payment.expiresAt);
  const before = { ...attempt };
  await write(ctx, attempt, {
    state: 'held',
    ...firstRead(attempt, ctx.now),
    held: toDecimal(payment.amount),
    capture_until: until ?? new Date(ctx.now.getTime() + shortestHoldMs),
  });
  const isKept =
    !attempt.is_two_stage ||
    (attempt.is_open && payment.currency === 'RUB' && (await holdOrder(ctx, order, before, payment.amount)));
  if (!isKept) await write(ctx, attempt, { is_open: false });
  await enqueue(ctx, attemptJob, { id: attempt.id });
}

/** Where the acquirer does not say how long it holds. */
const shortestHoldMs = 6 * 24 * 3_600_000;

async function applyEnd(ctx: Ctx, applied: Applied): Promise<void> {
  const { order, attempt, payment } = applied;
  if (attempt.state === 'paid') {
    if (attempt.failure !== null) return;
    await write(ctx, attempt, { failure: payment.cancelReason ?? 'canceled' });
    return openTaskAbout(ctx, applied, 'contradiction', payment.cancelReason);
  }
  if (attempt.state === 'canceled') return write(ctx, attempt, { next_read_at: null });
  const before = { ...attempt };
  await write(ctx, attempt, { state: 'canceled', failure: payment.cancelReason, next_read_at: null });
  if (before.state === 'held' && before.is_two_stage) await applyHoldEnd(ctx, order, before);
  // Nobody paid in time: the order waits on, until its own deadline.
  else if (!payment.hasExpired) await endAttempt(ctx, order, before);
  await write(ctx, attempt, ended);
}

/** Held money is with the buyer again: by our request, or because the hold has ended. */
async function applyHoldEnd(ctx: Ctx, order: LockedOrder, attempt: Attempt): Promise<void> {
  const isOnItsWay = attempt.is_open && (await endHold(ctx, order));
  await settleHoldTasks(ctx, attempt.id, isOnItsWay ? ['hold_expiring'] : undefined);
  if (isOnItsWay) await openHoldTask(ctx, attempt, 'capture_failed', attempt.failure);
}

/** No payment exists at the acquirer: the attempt is over, and the order waits for another one. */
export async function failUnsent(deps: PaymentDeps, { id, key }: Attempt, failure: string): Promise<void> {
  await inAttempt(deps, id, async (ctx, _order, attempt) => {
    if (attempt.key !== key || !['new', 'unknown'].includes(attempt.state)) return;
    await write(ctx, attempt, { ...ended, state: 'canceled', failure });
  });
}
