import { adminOnly } from '@/contract/core/permissions';
import { movesFrom } from '@/contract/orders/moves';
import type { OrderStatusInput } from '@/contract/orders/schema';
import { endedStatuses, isPaidOnHandover, type OrderStatus } from '@/contract/orders/status';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { assertFresh } from './assert-fresh';
import { cancelParts } from './cancel-order';
import { completeParts } from './complete-order';
import { withdrawChange } from './edits/order-changes';
import { aboutOrder, notifyCustomer, orderStatusChanged } from './emails';
import {
  deriveRoot,
  type LockedOrder,
  lockOrder,
  moveTo,
  type StoredOrder,
  type StoredPart,
  writeOrder,
} from './lock-order';
import { assertMarked } from './marks/order-marks';
import { closeIntents } from './payments/payment-intents';
import { orderDetails } from './presenter';
import type { Parcel } from './shipping/parcel';
import { shipParts } from './shipping/ship-parts';
import { endUndos } from './shipping/undo-shipping';

/**
 * `PUT orders/{id}`: moves one part, or (administrators) every part of a whole order that is not there yet, all or
 * none. Runs in the caller's transaction. The same status again changes nothing. Throws NOT_FOUND, CONFLICT for a stale
 * version, ACTION_NOT_VALID with `current: {from, to}` or while a payment awaits a decision or a shop completes a cash
 * order without the customer's code, FORBIDDEN when a shop releases an unpaid order.
 */
export async function changeStatus(ctx: UserCtx, key: string, input: OrderStatusInput): Promise<JsonRecord> {
  const order = await lockOrder(ctx, key);
  await assertFresh(ctx, order.target, input.version);
  const undo_until = await moveOrder(ctx, order, input);
  return {
    ...(await orderDetails(ctx, order.target.id)),
    ...(undo_until && { undo_until: undo_until.toISOString() }),
  };
}

/**
 * Moves a locked order, with everything that follows from the new status. `isByCode`: the customer has confirmed the
 * handover by a code. Returns until when it may be undone, if it may.
 */
export async function moveOrder(
  ctx: Ctx,
  order: LockedOrder,
  {
    order_status: to,
    note = null,
    cash_held_by,
    ...sent
  }: Pick<OrderStatusInput, 'order_status' | 'note' | 'cash_held_by'> & Partial<ParcelInput>,
  isByCode = false,
): Promise<Date | undefined> {
  const parts = partsToMove(order, to);
  const parcel = parcelOf(to, parts, sent);
  if (parts.length === 0) return undefined;
  if (to === 'order-processing' && !isAdmin(ctx)) throw new AppError('FORBIDDEN', { needs: adminOnly });
  const before = order.root.order_status;
  await endUndos(ctx, order);
  await withdrawChange(ctx, order);
  if (to === 'order-cancelled') {
    await cancelParts(ctx, order, parts, note);
    return undefined;
  }
  if (order.root.payment_status === 'payment-awaiting-for-approval') {
    throw new AppError('ACTION_NOT_VALID', { fields: { order_status: ['error-payment-undecided'] } });
  }
  if (isHandover(to) || to === 'order-completed') await assertMarked(ctx, order, parts);
  if (isHandover(to)) return shipParts(ctx, order, parts, { to, note, parcel });
  if (to === 'order-completed') {
    if (!isAdmin(ctx) && !isByCode && parts.some(isPaidOnHandover)) throw refusedWithoutCode();
    // Only an administrator can say that the marketplace has the money: a shop would credit itself.
    const isReceived = isAdmin(ctx) && cash_held_by !== 'shop' && !order.root.at_till;
    await completeParts(ctx, order, parts, { note, holder: isReceived ? 'platform' : 'shop' });
  } else await advanceParts(ctx, order, parts, to, note);
  await notifyOrderMoved(ctx, order.root, before);
  return undefined;
}

type ParcelInput = Pick<OrderStatusInput, 'parcel_carrier' | 'parcel_number'>;

const isHandover = (to: OrderStatus) => to === 'order-at-local-facility' || to === 'order-out-for-delivery';

/** The parcel of a handover; null for none. Throws VALIDATION_FAILED for other moves and for several parts. */
function parcelOf(
  to: OrderStatus,
  parts: readonly StoredPart[],
  { parcel_carrier: carrier, parcel_number: number }: Partial<ParcelInput>,
): Parcel | null {
  if (!carrier && !number) return null;
  if (!isHandover(to) || parts.length > 1) rejectValue('parcel_number');
  return { carrier: carrier ?? '', number: number ?? '' };
}

/** Parts that are not in the new status yet. Throws ACTION_NOT_VALID when one of them cannot get there. */
function partsToMove({ target, root, parts }: LockedOrder, to: OrderStatus): StoredPart[] {
  const isWhole = target.id === root.id;
  const input = parts.filter(({ id, order_status }) =>
    isWhole ? !endedStatuses.includes(order_status) : id === target.id,
  );
  // A whole order that has ended has no parts left to move.
  if (input.length === 0 && target.order_status !== to) throw illegalMove(target.order_status, to);
  const moving = input.filter(({ order_status }) => order_status !== to);
  const wrong = moving.find(({ order_status }) => !movesFrom(order_status).includes(to));
  if (wrong) throw illegalMove(wrong.order_status, to);
  return moving;
}

function illegalMove(from: OrderStatus, to: OrderStatus): AppError {
  return new AppError('ACTION_NOT_VALID', {
    fields: { order_status: ['error-order-move'] },
    current: { from, to },
  });
}

const refusedWithoutCode = () =>
  new AppError('ACTION_NOT_VALID', { fields: { order_status: ['error-order-code-needed'] } });

async function advanceParts(
  ctx: Ctx,
  order: LockedOrder,
  parts: readonly StoredPart[],
  to: OrderStatus,
  note: string | null,
): Promise<void> {
  for (const part of parts) await moveTo(ctx, part, to, { note });
  await deriveRoot(ctx, order);
}

/** Notifies the customer once per status of the whole order, not per part. */
async function notifyOrderMoved(ctx: Ctx, root: StoredOrder, before: OrderStatus): Promise<void> {
  if (root.order_status === before) return;
  const message = orderStatusChanged({ ...aboutOrder(root), status: root.order_status });
  await notifyCustomer(ctx, root, 'statusChangeOrder', message);
}

/**
 * `DELETE orders/{id}` (administrators): hides a whole order that has ended and was never paid. Throws NOT_FOUND, and
 * ACTION_NOT_VALID for all others.
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
