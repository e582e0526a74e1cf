import type * as yup from 'yup';
import { orderStatusSchema } from '@/contract/orders/schema';
import { endedStatuses, movesFrom, type OrderStatus } from '@/contract/orders/status';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import { cancelParts } from './cancel-order';
import { completeParts } from './complete-order';
import { notifyCustomer, orderStatusChanged } from './emails';
import {
  deriveRoot,
  type LockedOrder,
  lockOrder,
  recordEvent,
  type StoredOrder,
  type StoredPart,
  writeOrder,
} from './lock-order';
import { closeIntents } from './payments/payment-intents';
import { orderDetails } from './presenter';

type Asked = yup.InferType<typeof orderStatusSchema>;

/**
 * `PUT orders/{id}` (reference rules §3.9): moves a part, or by an administrator every part of a whole order that is not
 * there yet, all or none; with all that follows, in the caller's transaction. The same status again changes nothing
 * . Throws NOT_FOUND, CONFLICT when another version was looked at, ACTION_NOT_VALID with `current: {from, to}`
 * and while an administrator has yet to look at its payment, FORBIDDEN when a shop lets an order pass that is not paid.
 */
export async function changeStatus(ctx: UserCtx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const asked = await validate(orderStatusSchema, body);
  const order = await lockOrder(ctx, key);
  await assertFresh(ctx, order.target, asked.version);
  await moveOrder(ctx, order, asked);
  return { ...(await orderDetails(ctx, order.target.id)) };
}

/** The move itself, of an order that is locked. */
export async function moveOrder(
  ctx: Ctx,
  order: LockedOrder,
  { order_status: to, note = null }: Pick<Asked, 'order_status' | 'note'>,
): Promise<void> {
  const parts = partsToMove(order, to);
  if (parts.length === 0) return;
  if (to === 'order-processing' && !isAdmin(ctx)) throw new AppError('FORBIDDEN');
  const before = order.root.order_status;
  if (to === 'order-cancelled') return cancelParts(ctx, order, parts, note);
  if (order.root.payment_status === 'payment-awaiting-for-approval') {
    throw new AppError('ACTION_NOT_VALID', { fields: { order_status: ['error-payment-undecided'] } });
  }
  if (to === 'order-completed') await completeParts(ctx, order, parts, note);
  else await goOn(ctx, order, parts, to, note);
  await notifyOrderMoved(ctx, order.root, before);
}

/** The parts that a move is about: those that are not there yet. Throws ACTION_NOT_VALID when one may not go there. */
function partsToMove({ target, root, parts }: LockedOrder, to: OrderStatus): StoredPart[] {
  const isWhole = target.id === root.id;
  const asked = parts.filter(({ id, order_status }) =>
    isWhole ? !endedStatuses.includes(order_status) : id === target.id,
  );
  // Nothing is left to move of a whole order that has ended.
  if (asked.length === 0 && target.order_status !== to) throw illegal(target.order_status, to);
  const moving = asked.filter(({ order_status }) => order_status !== to);
  const wrong = moving.find(({ order_status }) => !movesFrom(order_status).includes(to));
  if (wrong) throw illegal(wrong.order_status, to);
  return moving;
}

/** The refusal of a move that does not exist, from where to where. */
function illegal(from: OrderStatus, to: OrderStatus): AppError {
  return new AppError('ACTION_NOT_VALID', {
    fields: { order_status: ['error-order-move'] },
    current: { from, to },
  });
}

async function goOn(
  ctx: Ctx,
  order: LockedOrder,
  parts: readonly StoredPart[],
  to: OrderStatus,
  note: string | null,
): Promise<void> {
  for (const part of parts) {
    const from = part.order_status;
    await writeOrder(ctx, part, { order_status: to });
    await recordEvent(ctx, part, { kind: 'status', from, to, note });
  }
  await deriveRoot(ctx, order);
}

/** The customer hears of the whole order, once for each step of it. */
async function notifyOrderMoved(ctx: Ctx, root: StoredOrder, before: OrderStatus): Promise<void> {
  if (root.order_status === before) return;
  const { customer_name: name, tracking_number: number, order_status: status } = root;
  await notifyCustomer(ctx, root, 'statusChangeOrder', orderStatusChanged({ name, number, status }));
}

/** Throws CONFLICT with the order as it is now when another version of it was looked at. */
export async function assertFresh(ctx: Ctx, target: StoredOrder, version: number | undefined): Promise<void> {
  if (version === undefined || version === target.version) return;
  throw new AppError('CONFLICT', { current: await orderDetails(ctx, target.id) });
}

/**
 * `DELETE orders/{id}` by an administrator: a whole order that has ended and that no money came for leaves the lists.
 * Throws NOT_FOUND, and ACTION_NOT_VALID for every other.
 */
export async function removeOrder(ctx: UserCtx, key: string): Promise<void> {
  const { root, parts, target } = await lockOrder(ctx, key);
  const isUnpaid = ['payment-pending', 'payment-failed', 'payment-cash', 'payment-cash-on-delivery'].includes(
    root.payment_status,
  );
  const hasEnded = root.order_status === 'order-cancelled' || root.order_status === 'order-failed';
  const hasMoney = parts.some(({ credited_at, paid_at }) => credited_at !== null || paid_at !== null);
  if (target.id !== root.id || !isUnpaid || !hasEnded || hasMoney) throw new AppError('ACTION_NOT_VALID');
  await closeIntents(ctx, root.id);
  for (const row of [root, ...parts]) await writeOrder(ctx, row, { deleted_at: ctx.now });
  await audit(ctx, { family: 'orders', id: root.id, action: 'remove', changes: {} });
}
