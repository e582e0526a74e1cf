import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { toDecimal, toMinor } from '@/contract/core/money';
import { isHeld, type OrderStatus } from '@/contract/orders/status';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { enqueue, type JobCtx } from '@/server/core/jobs/job';
import { settingsOptions } from '@/server/core/settings';
import { inTransaction } from '@/server/core/transaction';
import { abilitiesOf } from '@/server/integrations/online-ways';
import { type LockedOrder, lockOrder, lockRoot, publishOrders } from '@/server/modules/orders/lock-order';
import type { Attempt } from '@/server/modules/orders/payments/attempts';
import { amountDue } from '@/server/modules/orders/payments/open-attempts';
import { attemptJob } from '../follow-events';
import { openHoldTask } from './hold-tasks';

/** The attempt whose money is held for a locked order, locked; undefined for none. */
const heldAttempt = (ctx: Ctx, { root }: Pick<LockedOrder, 'root'>): Promise<Attempt | undefined> =>
  ctx.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', root.id)
    .where('state', '=', 'held')
    .where('is_two_stage', '=', true)
    .where('is_open', '=', true)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/**
 * Decides to take the money that is held for a locked order: what it owes today, as one capture, because nothing can be taken
 * later (rules/payments: a hold is taken once). The sum and the key are stored here, and sent after the commit. Once for each
 * hold, however many ask; false when there is nothing to take.
 */
export async function decideCapture(ctx: Ctx, order: LockedOrder): Promise<boolean> {
  const attempt = await heldAttempt(ctx, order);
  if (!attempt || !isHeld(order.root)) return false;
  if (attempt.capture_key !== null) return true;
  const held = toMinor(attempt.held);
  const due = amountDue(order);
  if (due > held) {
    await openHoldTask(ctx, attempt, 'capture_failed', `${toDecimal(due)} > ${toDecimal(held)}`);
    return false;
  }
  await ctx.db
    .updateTable('payment_attempts')
    .set({
      capture_key: randomUUID(),
      capture_amount: toDecimal(takesPart(attempt) ? due : held),
      failure: null,
      reads: 0,
      updated_at: ctx.now,
      // The queued job runs at once; the clock finds what it left.
      next_read_at: new Date(ctx.now.getTime() + 60_000),
    })
    .where('id', '=', attempt.id)
    .execute();
  await enqueue(ctx, attemptJob, { id: attempt.id });
  await publishOrders(ctx, [order.root, ...order.parts], 'payment');
  return true;
}

/** Else all of it is taken, and the surplus goes back as a refund. */
const takesPart = (attempt: Attempt): boolean => abilitiesOf(attempt)?.canCapturePart ?? false;

/**
 * `POST orders/{id}/capture`: whoever hands an order or part over has its held money taken first. Throws NOT_FOUND,
 * ACTION_NOT_VALID when none is held.
 */
export async function captureNow(ctx: UserCtx, key: string): Promise<{ asked: true }> {
  const order = await lockOrder(ctx, key);
  if (!(await decideCapture(ctx, order))) throw new AppError('ACTION_NOT_VALID');
  return { asked: true };
}

const shipped: readonly OrderStatus[] = ['order-at-local-facility', 'order-out-for-delivery'];

/** A part was handed to delivery: its money is taken once that can no longer be undone, which is `later`. */
export const captureShipped = (ctx: JobCtx, orderId: number): Promise<'later' | undefined> =>
  inTransaction(ctx, async (inside: Ctx) => {
    const order = await lockRoot(inside, orderId);
    if (await isUndoable(inside, order)) return 'later';
    if (await isReady(inside, order)) await decideCapture(inside, order);
    return undefined;
  });

/** Whether the setting takes the money of an order as it is now. Without a hold for new payments, older ones end early. */
export async function isReady(ctx: Ctx, order: LockedOrder): Promise<boolean> {
  const hasLeft = order.parts.some(({ order_status }) => shipped.includes(order_status));
  if (!hasLeft || (await settingsOptions(ctx)).captureAt === 'handover') return false;
  return !(await isUndoable(ctx, order));
}

async function isUndoable({ db, now }: Ctx, { root, parts }: LockedOrder): Promise<boolean> {
  const open = await db
    .selectFrom('order_undos')
    .select(sql<number>`1`.as('one'))
    .where('order_id', 'in', [root.id, ...parts.map(({ id }) => id)])
    .where('until', '>', now)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
