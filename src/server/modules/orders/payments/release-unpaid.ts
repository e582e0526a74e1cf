import { endedStatuses } from '@/contract/orders/status';
import type { Ctx, Database } from '@/server/core/context';
import { jobCtx } from '@/server/core/jobs/job';
import { settingsOptions } from '@/server/core/settings';
import { inTransaction } from '@/server/core/transaction';
import { cancelParts } from '../cancel-order';
import { unpaidInTime } from '../emails';
import {
  endPaymentDeadline,
  isAwaitingPayment,
  type LockedOrder,
  lockRoot,
  type StoredPart,
} from '../lock-order';
import { paymentPeriod } from './order-payment-deadline';
import { dueOf } from './order-payments';

/** Orders of one round; what is left waits for the next. */
const maxOrders = 500;

/**
 * Cancels whole orders that nobody has paid by their deadline, each in a transaction of its own. Safe in several processes
 * and against payments: who locks the order first wins, and the other one reads what it is by then. Returns how many were
 * cancelled; an order that fails does not hold up the others.
 */
export async function releaseUnpaid(
  db: Database,
  now: Date,
  publicUrl: string,
  onError: (error: unknown) => void,
): Promise<number> {
  const ctx = jobCtx(db, now, publicUrl, 'unpaid-orders');
  const due = await db
    .selectFrom('orders')
    .select('id')
    .where('pay_until', '<=', now)
    .orderBy('pay_until')
    .limit(maxOrders)
    .execute();
  let released = 0;
  for (const { id } of due) {
    try {
      if (await inTransaction(ctx, (inside) => release(inside, id))) released += 1;
    } catch (error) {
      onError(error);
    }
  }
  return released;
}

async function release(ctx: Ctx, id: number): Promise<boolean> {
  // Skips what somebody else is working on; it is looked at again in the next round.
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
  const live = order.parts.filter(({ order_status }) => !endedStatuses.includes(order_status));
  if (!(await isReleasable(ctx, order, live))) {
    await endPaymentDeadline(ctx, order.root);
    return false;
  }
  await cancelParts(ctx, order, live, unpaidInTime);
  return true;
}

/** Looked at once more under the lock: the order and all its live parts wait, for money that is still due. */
async function isReleasable(ctx: Ctx, order: LockedOrder, live: readonly StoredPart[]): Promise<boolean> {
  const { root } = order;
  const period = paymentPeriod(await settingsOptions(ctx), root);
  const isWaiting = [root, ...live].every(isAwaitingPayment) && root.awaiting_amount === null;
  return period > 0 && isWaiting && live.length > 0 && dueOf(order) > 0 && root.deleted_at === null;
}
