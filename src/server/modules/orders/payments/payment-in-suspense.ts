import { fromMinor, toMinor } from '@/contract/core/money';
import type { Ctx } from '@/server/core/context';
import { aboutOrder, notifyCustomer, paymentReturned } from '../emails';
import { type LockedOrder, setPayment, writeOrder } from '../lock-order';
import { openCancellationRefund } from './return-payment';

/** Refunds held money of an order that was cancelled before a decision. */
export async function refundFromSuspense(ctx: Ctx, order: LockedOrder): Promise<void> {
  const { root } = order;
  if (root.awaiting_amount === null) return;
  const held = await clearSuspense(ctx, order);
  // Distinguishes a refunded payment from one that was never made.
  for (const row of [root, ...order.parts]) await setPayment(ctx, row, 'payment-success');
  await openCancellationRefund(ctx, root, held, { isSuspense: true });
  const returned = paymentReturned({ ...aboutOrder(root), amount: fromMinor(held) });
  await notifyCustomer(ctx, root, 'paymentOrder', returned);
}

/** Takes the held sum off the order and returns it, in kopecks. */
export async function clearSuspense(ctx: Ctx, { root }: LockedOrder): Promise<number> {
  const held = toMinor(root.awaiting_amount ?? 0);
  await writeOrder(ctx, root, { awaiting_amount: null });
  return held;
}
