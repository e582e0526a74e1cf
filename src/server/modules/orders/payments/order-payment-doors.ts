import * as yup from 'yup';
import { toMinor } from '@/contract/core/money';
import type { PaymentIntent } from '@/contract/orders/wire';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import { guestTokenHash } from '../guest-orders';
import { lockRoot, type StoredOrder } from '../lock-order';
import { switchGateway } from './change-gateway';
import { closeIntents, findIntent, intentOf } from './payment-intents';
import { takePayment } from './receive-payment';

/**
 * `GET payment-intent?tracking_number&payment_gateway&recall_gateway&token`: how the payment of one's own order goes on;
 * with `recall_gateway` by a new link, also of an order that was to be paid another way (reference rules R-121). Throws NOT_FOUND for another's, ACTION_NOT_VALID when nothing is to be paid online.
 */
export async function askIntent(ctx: Ctx, query: JsonRecord): Promise<PaymentIntent> {
  assertGateway(query.payment_gateway);
  const order = await lockRoot(ctx, await ownRoot(ctx, query));
  const isRecalled = ['1', 'true', 'yes'].includes(String(query.recall_gateway ?? ''));
  if (isRecalled && order.root.payment_gateway !== 'SBP') await switchGateway(ctx, order, 'SBP');
  else if (isRecalled) await closeIntents(ctx, order.root.id);
  return intentOf(ctx, order);
}

/** Where an order stands after the gateway was asked. */
type PaymentStanding = Pick<StoredOrder, 'tracking_number' | 'order_status' | 'payment_status'>;

/**
 * `POST orders/payment` {tracking_number, payment_gateway}: asks the gateway how the payment stands; what the client
 * believes counts for nothing. The stand-in gateway knows no more than what it was told by its webhook, which has moved
 * the order already. Throws NOT_FOUND for another's order.
 */
export async function submitPayment(ctx: Ctx, body: JsonRecord): Promise<PaymentStanding> {
  assertGateway(body.payment_gateway);
  const { root } = await lockRoot(ctx, await ownRoot(ctx, body));
  const { tracking_number, order_status, payment_status } = root;
  return { tracking_number, order_status, payment_status };
}

/** The only gateway that is paid online. */
function assertGateway(gateway: unknown): void {
  if (gateway !== undefined && String(gateway).toUpperCase() !== 'SBP') rejectValue('payment_gateway');
}

/** The whole order of a number: a customer's own, a guest's by its secret, any for an administrator. */
export async function ownRoot(ctx: Ctx, { tracking_number, token }: JsonRecord): Promise<number> {
  if (typeof tracking_number !== 'string' || !/^\d{1,18}$/.test(tracking_number)) {
    rejectValue('tracking_number');
  }
  const row = await ctx.db
    .selectFrom('orders')
    .select(['id', 'customer_id', 'guest_token_hash'])
    .where('tracking_number', '=', tracking_number)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  const isOwn = ctx.user !== null && row.customer_id === ctx.user.id;
  const isGuests =
    typeof token === 'string' &&
    row.guest_token_hash !== null &&
    row.guest_token_hash === guestTokenHash(token);
  if (!isOwn && !isGuests && !isAdmin(ctx)) throw new AppError('NOT_FOUND');
  return row.id;
}

const newsSchema = yup.object({
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

/** `POST webhooks/sbp`, whose signature was checked. Throws VALIDATION_FAILED, and NOT_FOUND for an unknown payment. */
export async function takeSbpNews(ctx: Ctx, body: JsonRecord): Promise<{ applied: boolean }> {
  const { event_id, payment_id, ...news } = await validate(newsSchema, body);
  return { applied: await takePayment(ctx, { ...news, eventId: event_id, paymentId: payment_id }) };
}

const playSchema = yup.object({
  status: yup
    .string()
    .oneOf(['success', 'failed'] as const, 'error-wrong-value')
    .required('error-wrong-value'),
});

/** `POST dev/payments/{payment_id}` {status}: an administrator plays the bank, with demo data only. Throws NOT_FOUND. */
export async function playBank(
  ctx: UserCtx,
  paymentId: string,
  body: JsonRecord,
): Promise<{ applied: boolean }> {
  const { status } = await validate(playSchema, body);
  const intent = await findIntent(ctx, paymentId);
  if (!intent) throw new AppError('NOT_FOUND');
  const eventId = `dev-${ctx.requestId}-${status}`;
  const news = { eventId, paymentId, status, amount: toMinor(intent.amount), at: ctx.now };
  return { applied: await takePayment(ctx, news) };
}
