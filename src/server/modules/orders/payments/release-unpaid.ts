import { endedStatuses } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import { eachInTransaction } from '@/server/core/transaction';
import { cancelParts } from '../cancel-order';
import { withdrawChange } from '../edits/end-change';
import { unpaidInTime } from '../emails';
import {
  endPaymentDeadline,
  isAwaitingPayment,
  type LockedOrder,
  lockRoot,
  type StoredPart,
} from '../lock-order';
import { isBeingPaid } from './attempts';
import { amountDue } from './open-attempts';
import { paymentPeriod } from './payment-deadline';

/** Per run; the rest waits for the next one. */
const maxOrders = 500;

/**
 * Cancels whole orders past their payment deadline, each in its own transaction. Safe with several processes and
 * concurrent payments: the first to lock the order wins, and the other rereads it. Returns the number of cancelled
 * orders; a failing order goes to `onError` and does not stop the others.
 */
export async function releaseUnpaid(ctx: Ctx, onError: (error: unknown) => void): Promise<number> {
  const due = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('pay_until', '<=', ctx.now)
    .orderBy('pay_until')
    .limit(maxOrders)
    .execute();
  return eachInTransaction(ctx, due, (inside, { id }) => release(inside, id), onError);
}

async function release(ctx: Ctx, id: number): Promise<boolean> {
  // Skips locked orders; the next run looks at them again.
  const free = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('pay_until', '<=', ctx.now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!free) return false;
  const order = await lockRoot(ctx, id);
  if (await isBeingPaid(ctx, order.root)) return false;
  const live = order.parts.filter(({ order_status }) => !endedStatuses.includes(order_status));
  if (!(await isReleasable(ctx, order, live))) {
    await endPaymentDeadline(ctx, order.root);
    return false;
  }
  await withdrawChange(ctx, order);
  await cancelParts(ctx, order, live, unpaidInTime);
  return true;
}

/** Checked again under the lock: the order and all live parts still wait, and money is due. */
async function isReleasable(ctx: Ctx, order: LockedOrder, live: readonly StoredPart[]): Promise<boolean> {
  const { root } = order;
  const period = paymentPeriod(await settingsOptions(ctx), root);
  const isWaiting = [root, ...live].every(isAwaitingPayment) && root.awaiting_amount === null;
  return period > 0 && isWaiting && live.length > 0 && amountDue(order) > 0 && root.deleted_at === null;
}
