import { fromMinor, toMinor } from '@/contract/core/money';
import { repayableStatuses } from '@/contract/orders/moves';
import { endedStatuses, isHeld } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import { cancelParts } from '../cancel-order';
import { withdrawChange } from '../edits/end-change';
import { aboutOrder, holdEnded, notifyCustomer, notifyShops, partReserved, paymentReserved } from '../emails';
import { deriveRoot, type LockedOrder, moveTo, setPayment } from '../lock-order';
import type { Attempt } from './attempts';
import { amountDue, payableParts } from './open-attempts';
import { reviveFailed } from './receive-payment';

/**
 * An acquirer holds the money of a locked order, in kopecks: its parts may be packed, nothing is booked, and nothing is paid
 * (rules/payments: held money pays nothing). False when it is not exactly what the order waits for: it is to be let go.
 */
export async function holdOrder(
  ctx: Ctx,
  order: LockedOrder,
  attempt: Attempt,
  amount: number,
): Promise<boolean> {
  const { root } = order;
  const due = amountDue(order);
  const isWanted = waiting.includes(root.payment_status) && due > 0 && root.deleted_at === null;
  const isExact = attempt.change_id === null && amount === toMinor(attempt.amount) && amount === due;
  if (!isWanted || !isExact || !(await reviveFailed(ctx, order))) return false;
  const live = payableParts(order);
  for (const part of live) {
    await setPayment(ctx, part, 'payment-processing');
    if (part.order_status === 'order-pending' || part.order_status === 'order-failed')
      await moveTo(ctx, part, 'order-processing');
  }
  await setPayment(ctx, root, 'payment-processing');
  await deriveRoot(ctx, order);
  const reserved = paymentReserved({ ...aboutOrder(root), amount: fromMinor(amount) });
  await notifyCustomer(ctx, root, 'paymentOrder', reserved);
  await notifyShops(ctx, live, 'paymentOrder', partReserved);
  return true;
}

const waiting: readonly LockedOrder['root']['payment_status'][] = ['payment-pending', 'payment-failed'];

/**
 * The bank has let held money go without us: an order that is still in its shops is cancelled and gives its stock back. One
 * with a part on its way becomes unpaid, and a person decides; returns whether that is so.
 */
export async function endHold(ctx: Ctx, order: LockedOrder): Promise<boolean> {
  const { root, parts } = order;
  if (!isHeld(root)) return false;
  const live = parts.filter(({ order_status }) => !endedStatuses.includes(order_status));
  if (live.every(({ order_status }) => repayableStatuses.includes(order_status))) {
    await withdrawChange(ctx, order);
    await cancelParts(ctx, order, live, holdEnded);
    return false;
  }
  for (const row of [root, ...live]) await setPayment(ctx, row, 'payment-failed');
  return true;
}
