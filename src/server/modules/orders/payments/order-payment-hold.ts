import { fromMinor, toMinor } from '@/contract/core/money';
import { firstStatuses } from '@/contract/orders/status';
import { audit } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { paymentHeld, paymentReturned, paymentSentBack } from '../emails';
import { type LockedOrder, writeOrder } from '../lock-order';
import { notifyCustomer } from '../order-notices';
import { openReturn } from '../return-payment';
import { failPayment } from './order-payment-failure';
import { closeIntents, isCash, payableParts, setPayment } from './payment-intents';

/**
 * Keeps money that came in another sum than was asked for: nothing is paid, packed or credited until an administrator has
 * decided. Sums in kopecks; the ledger has the money already, or gets it in the same transaction.
 */
export async function holdPayment(
  ctx: Ctx,
  order: LockedOrder,
  amount: number,
  asked: number,
): Promise<void> {
  const { root } = order;
  const held = toMinor(root.awaiting_amount ?? 0) + amount;
  await writeOrder(ctx, root, { awaiting_amount: fromMinor(held) });
  for (const row of [root, ...payableParts(order)]) {
    await setPayment(ctx, row, 'payment-awaiting-for-approval');
  }
  await closeIntents(ctx, root.id);
  const changes = { amount: [fromMinor(asked), fromMinor(amount)] as [unknown, unknown] };
  await audit(ctx, { family: 'orders', id: root.id, action: 'payment-mismatch', changes });
  const about = { name: root.customer_name, number: root.tracking_number };
  await notifyCustomer(
    ctx,
    root,
    'paymentOrder',
    paymentHeld({ ...about, amount: fromMinor(amount), asked: fromMinor(asked) }),
  );
}

/** Sends back what was kept: the order is as if nothing had been paid. */
export async function sendBackHeld(ctx: Ctx, order: LockedOrder): Promise<void> {
  const { root } = order;
  const held = await takeHeld(ctx, order);
  if (isCash(root.payment_gateway)) {
    const { payment } = firstStatuses[root.payment_gateway];
    for (const row of [root, ...payableParts(order)]) await setPayment(ctx, row, payment);
  } else await failPayment(ctx, order, null);
  await openReturn(ctx, root, held);
  const about = { name: root.customer_name, number: root.tracking_number };
  await notifyCustomer(ctx, root, 'paymentOrder', paymentSentBack({ ...about, amount: fromMinor(held) }));
}

/** Of an order that was cancelled before anybody decided: what was kept is to be given back. */
export async function returnHeld(ctx: Ctx, order: LockedOrder): Promise<void> {
  const { root } = order;
  if (root.awaiting_amount === null) return;
  const held = await takeHeld(ctx, order);
  // So that giving it back can be told from never having been paid.
  for (const row of [root, ...order.parts]) await setPayment(ctx, row, 'payment-success');
  await openReturn(ctx, root, held);
  const about = { name: root.customer_name, number: root.tracking_number };
  await notifyCustomer(ctx, root, 'paymentOrder', paymentReturned({ ...about, amount: fromMinor(held) }));
}

async function takeHeld(ctx: Ctx, { root }: LockedOrder): Promise<number> {
  const held = toMinor(root.awaiting_amount ?? 0);
  await writeOrder(ctx, root, { awaiting_amount: null });
  return held;
}
