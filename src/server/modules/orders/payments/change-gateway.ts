import { fromMinor } from '@/contract/core/money';
import { changeGatewaySchema } from '@/contract/orders/schema';
import {
  firstStatuses,
  type PaymentGateway,
  paymentGateways,
  repayableStatuses,
  unpaidStatuses,
} from '@/contract/orders/status';
import type { OrderDetails, PaymentState } from '@/contract/orders/wire';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { settingsOptions } from '@/server/core/settings';
import { validate } from '@/server/core/validate';
import { isClosedGateway } from '../checkout/order-buyer';
import { gatewayChanged } from '../emails';
import { deriveRoot, type LockedOrder, lockRoot, recordEvent, writeOrder } from '../lock-order';
import { assertFresh } from '../move-order';
import { orderDetails } from '../order-details';
import { notifyCustomer } from '../order-notices';
import { reviveFailed } from './order-payment-failure';
import { payUntilAfterSwitch } from './payment-deadline';
import { closeIntents, dueOf, intentOf, payableParts } from './payment-intents';

/** `GET orders/{number}/payment`, of an order that was found for this person. */
export async function paymentState(ctx: Ctx, rootId: number): Promise<PaymentState> {
  const order = await lockRoot(ctx, rootId);
  const { id, version, awaiting_amount } = order.root;
  return {
    ...{ order_id: id, version, due: isOpen(order) ? fromMinor(dueOf(order)) : 0 },
    awaiting_amount: isAdmin(ctx) ? awaiting_amount : null,
    gateways: await gatewaysFor(ctx, order),
  };
}

/**
 * `PUT orders/{number}/gateway`, of an order that was found for this person. Throws CONFLICT, VALIDATION_FAILED for a
 * gateway that is switched off or goods that are gone, and ACTION_NOT_VALID for an order that cannot be paid another way.
 */
export async function changeGateway(ctx: Ctx, rootId: number, body: JsonRecord): Promise<OrderDetails> {
  const { payment_gateway: to, version } = await validate(changeGatewaySchema, body);
  const order = await lockRoot(ctx, rootId);
  await assertFresh(ctx, order.root, version);
  await switchGateway(ctx, order, to);
  return orderDetails(ctx, rootId);
}

/** What an order may be paid by instead: nobody has paid for it and nothing of it is under way (reference rules R-121). */
async function gatewaysFor(ctx: Ctx, order: LockedOrder): Promise<PaymentGateway[]> {
  if (!mayChange(order)) return [];
  const settings = await settingsOptions(ctx);
  return paymentGateways.filter(
    (one) =>
      one !== order.root.payment_gateway &&
      one !== 'FULL_WALLET_PAYMENT' &&
      !isClosedGateway(ctx, settings, one),
  );
}

const isOpen = (order: LockedOrder) => isUnpaid(order) || order.root.awaiting_amount !== null;

const isUnpaid = ({ root }: LockedOrder) => unpaidStatuses.includes(root.payment_status);

function mayChange(order: LockedOrder): boolean {
  const isEarly = payableParts(order).every(({ order_status }) => repayableStatuses.includes(order_status));
  return isUnpaid(order) && isEarly && dueOf(order) > 0 && order.root.deleted_at === null;
}

/**
 * The order begins anew where its new gateway says, with pieces and points taken again that it had lost; links of the old
 * one are nobody's any more, and money that comes by them is not lost. The same gateway again changes nothing.
 */
export async function switchGateway(ctx: Ctx, order: LockedOrder, to: PaymentGateway): Promise<void> {
  const { root } = order;
  const from = root.payment_gateway;
  if (from === to) return;
  if (!mayChange(order)) throw new AppError('ACTION_NOT_VALID');
  if (!(await gatewaysFor(ctx, order)).includes(to)) {
    refuse('error-gateway-off');
  }
  const live = payableParts(order);
  if (!(await reviveFailed(ctx, order))) refuse('error-stock-gone');
  const begin = firstStatuses[to];
  const pay_until = await payUntilAfterSwitch(ctx, root, to);
  for (const row of [root, ...order.parts]) {
    const { order_status, payment_status, altered_payment_gateway } = row;
    const isLive = row === root || live.some(({ id }) => id === row.id);
    await writeOrder(ctx, row, {
      ...{ payment_gateway: to, altered_payment_gateway: altered_payment_gateway ?? from },
      ...(isLive && { payment_status: begin.payment }),
      ...(isLive && row !== root && { order_status: begin.order }),
      ...(row === root && { pay_until }),
    });
    if (isLive) await recordEvent(ctx, row, { kind: 'payment', from: payment_status, to: begin.payment });
    if (order_status === row.order_status) continue;
    await recordEvent(ctx, row, { kind: 'status', from: order_status, to: row.order_status });
  }
  await deriveRoot(ctx, order);
  await closeIntents(ctx, root.id);
  if (to === 'SBP') await intentOf(ctx, order);
  const changes = { payment_gateway: [from, to] as [unknown, unknown] };
  await audit(ctx, { family: 'orders', id: root.id, action: 'gateway', changes });
  if (ctx.user?.id === root.customer_id) return;
  const about = { name: root.customer_name, number: root.tracking_number };
  await notifyCustomer(ctx, root, 'paymentOrder', gatewayChanged({ ...about, gateway: to }));
}

function refuse(text: string): never {
  throw new AppError('VALIDATION_FAILED', { fields: { payment_gateway: [text] } });
}
