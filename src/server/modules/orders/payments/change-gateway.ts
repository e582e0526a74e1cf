import * as yup from 'yup';
import { fromMinor, toMinor } from '@/contract/core/money';
import { firstStatuses, repayableStatuses } from '@/contract/orders/moves';
import { isKnownOnlineName, isOnline, type OnlineGateway } from '@/contract/orders/online';
import type { changeGatewaySchema, simulationSchema } from '@/contract/orders/schema';
import { checkoutGateways, type PaymentGateway, unpaidStatuses } from '@/contract/orders/status';
import type { OrderDetails, PaymentIntent, PaymentState } from '@/contract/orders/wire';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin, isOtherClient } from '@/server/core/context';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { consume } from '@/server/core/rate-limits';
import { settingsOptions } from '@/server/core/settings';
import { type Input, validate } from '@/server/core/validate';
import { assertFresh } from '../assert-fresh';
import { aboutOrder, gatewayChanged, notifyCustomer } from '../emails';
import { guestOrder, guestTokenHash, isGuestToken } from '../guest-orders';
import {
  deriveRoot,
  type LockedOrder,
  lockRoot,
  recordEvent,
  type StoredOrder,
  writeOrder,
} from '../lock-order';
import { orderDetails } from '../presenter';
import {
  amountDue,
  closeAttempts,
  findReportedAttempt,
  openLockedAttempt,
  payableParts,
} from './open-attempts';
import { isClosedGateway, openOnlineGateways } from './open-gateways';
import { payUntilAfterSwitch } from './payment-deadline';
import { applyPaymentEvent, reviveFailed } from './receive-payment';

/** `GET orders/{number}/payment`. The caller has checked access to the order. */
export async function paymentState(ctx: Ctx, rootId: number): Promise<PaymentState> {
  const order = await lockRoot(ctx, rootId);
  const { id, version, awaiting_amount } = order.root;
  return {
    order_id: id,
    version,
    due: isOpen(order) ? fromMinor(amountDue(order)) : 0,
    awaiting_amount: isAdmin(ctx) ? awaiting_amount : null,
    preparing: await isPreparing(ctx, id),
    gateways: await gatewaysFor(ctx, order),
  };
}

/**
 * `PUT orders/{number}/gateway`. The caller has checked access to the order. Throws CONFLICT, VALIDATION_FAILED for a
 * gateway that is off or missing stock, ACTION_NOT_VALID when the gateway can no longer change.
 */
export async function changeGateway(
  ctx: Ctx,
  rootId: number,
  { payment_gateway: to, version }: Input<typeof changeGatewaySchema>,
): Promise<OrderDetails> {
  const order = await lockRoot(ctx, rootId);
  await assertFresh(ctx, order.root, version);
  await switchGateway(ctx, order, to);
  return orderDetails(ctx, rootId);
}

async function isPreparing(ctx: Ctx, rootId: number): Promise<boolean> {
  const open = await ctx.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', rootId)
    .where('is_open', '=', true)
    .where('redirect_url', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

/** Other gateways for an order that is unpaid and not under way. */
async function gatewaysFor(ctx: Ctx, order: LockedOrder): Promise<PaymentGateway[]> {
  if (!mayChange(order)) return [];
  const settings = await settingsOptions(ctx);
  return checkoutGateways.filter(
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
  return isUnpaid(order) && isEarly && amountDue(order) > 0 && order.root.deleted_at === null;
}

/**
 * Restarts the order in the first statuses of the new gateway, taking stock and points again if they were returned,
 * and closes the old attempts. The same gateway changes nothing.
 */
async function switchGateway(ctx: Ctx, order: LockedOrder, to: PaymentGateway): Promise<void> {
  const { root } = order;
  const from = root.payment_gateway;
  if (from === to) return;
  if (!mayChange(order)) throw new AppError('ACTION_NOT_VALID');
  if (!(await gatewaysFor(ctx, order)).includes(to)) rejectField('payment_gateway', 'error-gateway-off');
  const live = payableParts(order);
  if (!(await reviveFailed(ctx, order))) rejectField('payment_gateway', 'error-stock-gone');
  const first = firstStatuses[to];
  const pay_until = await payUntilAfterSwitch(ctx, root, to);
  for (const row of [root, ...order.parts]) {
    const { order_status, payment_status, altered_payment_gateway } = row;
    const isLive = row === root || live.some(({ id }) => id === row.id);
    await writeOrder(ctx, row, {
      payment_gateway: to,
      altered_payment_gateway: altered_payment_gateway ?? from,
      ...(isLive && { payment_status: first.payment }),
      ...(isLive && row !== root && { order_status: first.order }),
      ...(row === root && { pay_until }),
    });
    if (isLive) await recordEvent(ctx, row, { kind: 'payment', from: payment_status, to: first.payment });
    if (order_status === row.order_status) continue;
    await recordEvent(ctx, row, { kind: 'status', from: order_status, to: row.order_status });
  }
  await deriveRoot(ctx, order);
  await closeAttempts(ctx, root.id);
  if (isOnline(to)) await openLockedAttempt(ctx, order);
  const changes = { payment_gateway: [from, to] as [unknown, unknown] };
  await audit(ctx, { family: 'orders', id: root.id, action: 'gateway', changes });
  if (ctx.user?.id === root.customer_id) return;
  await notifyCustomer(ctx, root, 'paymentOrder', gatewayChanged({ ...aboutOrder(root), gateway: to }));
}

/**
 * `GET payment-intent?tracking_number&payment_gateway&recall_gateway&token`: the payment attempt of an own order;
 * `recall_gateway` makes a new link, also for an order of another gateway. Throws NOT_FOUND for somebody else's order,
 * ACTION_NOT_VALID when nothing is due online.
 */
export async function askForAddress(ctx: Ctx, query: JsonRecord): Promise<PaymentIntent> {
  const asked = onlineGateway(ctx, query.payment_gateway);
  return paymentIntentOf(ctx, await findOwnOrder(ctx, query), { asked, isRecalled: isRecalledBy(query) });
}

const isRecalledBy = ({ recall_gateway }: JsonRecord): boolean =>
  ['1', 'true', 'yes'].includes(String(recall_gateway ?? ''));

/** Counts a `askForAddress` that opens another payment. Before its transaction. Throws as it does, TOO_MANY_REQUESTS. */
export async function countRequest(ctx: Ctx, query: JsonRecord): Promise<void> {
  if (isRecalledBy(query)) await countOpening(ctx, await findOwnOrder(ctx, query));
}

/** Each opens a payment at the acquirer. */
const openingsPerHour = 20;

/** One counter of an order for all by which a buyer has another payment opened. Throws TOO_MANY_REQUESTS. */
export async function countOpening(ctx: Ctx, orderId: number): Promise<void> {
  await consume(ctx, { key: `payment-openings:${orderId}`, hits: openingsPerHour, minutes: 60 });
}

/**
 * The payment of a whole order, whose access the caller has checked; `isRecalled` makes a new one, by the asked
 * gateway. Throws as `askForAddress`.
 */
export async function paymentIntentOf(
  ctx: Ctx,
  rootId: number,
  { asked, isRecalled }: { asked: OnlineGateway | undefined; isRecalled: boolean },
): Promise<PaymentIntent> {
  const order = await lockRoot(ctx, rootId);
  const { id, payment_gateway: own } = order.root;
  if (!isRecalled) return openLockedAttempt(ctx, order);
  const open = openOnlineGateways(ctx, await settingsOptions(ctx));
  const to = asked ?? (isOnline(own) ? own : open[0]) ?? 'SBP';
  if (own === to) await closeAttempts(ctx, id);
  else await switchGateway(ctx, order, to);
  return openLockedAttempt(ctx, order);
}

type CheckedPayment = Pick<StoredOrder, 'tracking_number' | 'order_status' | 'payment_status'>;

/**
 * `POST orders/payment` {tracking_number, payment_gateway}: the payment status as the gateway reports it, whatever
 * the client claims. The built-in gateway has already reported by webhook. Throws NOT_FOUND for somebody else's
 * order.
 */
export async function checkPayment(ctx: Ctx, body: JsonRecord): Promise<CheckedPayment> {
  onlineGateway(ctx, body.payment_gateway);
  const { root } = await lockRoot(ctx, await findOwnOrder(ctx, body));
  const { tracking_number, order_status, payment_status } = root;
  return { tracking_number, order_status, payment_status };
}

/**
 * The gateway of an order that another client places: of online payment it knows one name, whichever way takes the money
 * (rules/orders: other clients know online payment by one name).
 */
export async function ownGateway(ctx: Ctx, asked: unknown): Promise<unknown> {
  if (!isOtherClient(ctx) || typeof asked !== 'string') return asked;
  const name = asked.toUpperCase();
  if (!isKnownOnlineName(name)) return name === 'COD' ? 'CASH_ON_DELIVERY' : name;
  const open = openOnlineGateways(ctx, await settingsOptions(ctx));
  return ctx.online?.find(({ gateway }) => open.includes(gateway))?.gateway ?? 'SBP';
}

/**
 * Clients of the dialect write gateways in small letters, and by names of theirs mean the order's own. Undefined for none;
 * throws for another one.
 */
function onlineGateway(ctx: Ctx, asked: unknown): OnlineGateway | undefined {
  if (asked === undefined || (isOtherClient(ctx) && isKnownOnlineName(asked))) return undefined;
  const gateway = String(asked).toUpperCase();
  return isOnline(gateway) ? gateway : rejectValue('payment_gateway');
}

/**
 * Id of the whole order with this number: the customer's own, a guest's by secret, any for administrators. Throws
 * NOT_FOUND.
 */
export async function findOwnOrder(ctx: Ctx, { tracking_number, token }: JsonRecord): Promise<number> {
  if (typeof tracking_number === 'string' && isGuestToken(tracking_number))
    return (await guestOrder(ctx, tracking_number)).id;
  if (typeof tracking_number !== 'string' || !/^\d{1,18}$/.test(tracking_number)) {
    rejectValue('tracking_number');
  }
  const row = await ctx.db
    .selectFrom('orders')
    .select(['id', 'customer_id', 'guest_token_hash'])
    .where('tracking_number', '=', tracking_number)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const isOwn = ctx.user !== null && row.customer_id === ctx.user.id;
  const isGuestOwner =
    typeof token === 'string' &&
    row.guest_token_hash !== null &&
    row.guest_token_hash === guestTokenHash(token);
  if (!isOwn && !isGuestOwner && !isAdmin(ctx)) throw new AppError('NOT_FOUND');
  return row.id;
}

const sbpEventSchema = yup.object({
  event_id: yup.string().trim().max(200, 'error-too-long').required('error-wrong-value'),
  payment_id: yup.string().trim().max(200, 'error-too-long').required('error-wrong-value'),
  status: yup
    .string()
    .oneOf(['success', 'failed', 'pending'] as const, 'error-wrong-value')
    .required('error-wrong-value'),
  /** Kopecks. */
  amount: yup.number().integer().min(0).max(Number.MAX_SAFE_INTEGER).required('error-wrong-value'),
  at: yup.date().required('error-wrong-value'),
});

/**
 * `POST webhooks/sbp`; the route has checked the signature. Throws VALIDATION_FAILED, NOT_FOUND for an unknown
 * payment.
 */
export async function receiveSbpEvent(ctx: Ctx, body: JsonRecord): Promise<{ applied: boolean }> {
  // Here, because the body is read after its signature.
  const { event_id, payment_id, ...event } = await validate(sbpEventSchema, body);
  return { applied: await applyPaymentEvent(ctx, { ...event, eventId: event_id, paymentId: payment_id }) };
}

/**
 * `POST dev/payments/{payment_id}` {status}: an administrator plays the bank, with demo data only. Throws NOT_FOUND.
 */
export async function simulateBank(
  ctx: Ctx,
  paymentId: string,
  { status }: Input<typeof simulationSchema>,
): Promise<{ applied: boolean }> {
  const attempt = await findReportedAttempt(ctx, paymentId);
  if (!attempt) throw new AppError('NOT_FOUND');
  const eventId = `dev-${ctx.requestId}-${status}`;
  const event = { eventId, paymentId, status, amount: toMinor(attempt.amount), at: ctx.now };
  return { applied: await applyPaymentEvent(ctx, event) };
}
