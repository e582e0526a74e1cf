import { adminOnly } from '@/contract/core/permissions';
import { movesFrom } from '@/contract/orders/moves';
import type { OrderStatusInput } from '@/contract/orders/schema';
import { type CashHolder, endedStatuses, isPaidOnHandover, type OrderStatus } from '@/contract/orders/status';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import { type Move, runMove } from '@/server/core/moves/move';
import { cancelParts } from './cancel-order';
import { completeParts } from './complete-order';
import { withdrawChange } from './edits/end-change';
import { aboutOrder, notifyCustomer, orderStatusChanged } from './emails';
import { deriveRoot, type LockedOrder, lockOrder, moveTo, type StoredPart, writeOrder } from './lock-order';
import { assertMarked } from './marks/assert-marked';
import { closeAttempts } from './payments/open-attempts';
import type { Parcel } from './shipping/parcel';
import { shipParts } from './shipping/ship-parts';
import { endUndos } from './shipping/undos';

type AskedStatus = OrderStatusInput['order_status'];

/** Parts of a locked order that move to a status. */
interface MovingOrder extends LockedOrder {
  moving: readonly StoredPart[];
  to: AskedStatus;
  note: string | null;
  parcel: Parcel | null;
  /** Who has the cash, as the person says. */
  cashHolder: CashHolder | null | undefined;
  /** The customer has confirmed the handover by a code. */
  isByCode: boolean;
  /** Of the whole order. */
  statusBefore: OrderStatus;
  /** Until when the move may be undone. */
  undoUntil?: Date;
}

const handOver: Move<MovingOrder> = {
  guards: [assertPaymentDecided, assertCodesStored],
  effects: [endUndos, withdrawChange, ship],
};

/** The moves that a person may ask for; where each may begin is in `contract/orders/moves.ts`. */
const moves: Record<AskedStatus, Move<MovingOrder>> = {
  'order-processing': {
    guards: [assertReleasedByAdmin, assertPaymentDecided],
    effects: [endUndos, withdrawChange, advance, notifyMoved],
  },
  'order-at-local-facility': handOver,
  'order-out-for-delivery': handOver,
  'order-completed': {
    guards: [assertPaymentDecided, assertCodesStored, assertConfirmedByBuyer],
    effects: [endUndos, withdrawChange, complete, notifyMoved],
  },
  'order-cancelled': { guards: [], effects: [endUndos, withdrawChange, cancel] },
};

type AskedMove = Pick<OrderStatusInput, 'order_status' | 'note' | 'cash_held_by'> & Partial<ParcelInput>;

/**
 * Moves one part of a locked order, or every part of a whole order that is not there yet, all or none. The same status
 * again changes nothing. Returns until when it may be undone, if it may. Throws ACTION_NOT_VALID with `current: {from, to}`
 * or while a payment awaits a decision or a shop completes a cash order without the customer's code, FORBIDDEN when a shop
 * releases an unpaid order.
 */
export async function moveOrder(
  ctx: Ctx,
  order: LockedOrder,
  { order_status: to, note = null, cash_held_by: cashHolder, ...sent }: AskedMove,
  isByCode = false,
): Promise<Date | undefined> {
  const moving = partsToMove(order, to);
  const parcel = parcelOf(to, moving, sent);
  if (moving.length === 0) return undefined;
  const statusBefore = order.root.order_status;
  const move: MovingOrder = { ...order, moving, to, note, parcel, cashHolder, isByCode, statusBefore };
  await runMove(ctx, moves[to], move);
  return move.undoUntil;
}

function assertReleasedByAdmin(ctx: Ctx): void {
  if (!isAdmin(ctx)) throw new AppError('FORBIDDEN', { needs: adminOnly });
}

function assertPaymentDecided(_ctx: Ctx, { root }: MovingOrder): void {
  if (root.payment_status !== 'payment-awaiting-for-approval') return;
  throw new AppError('ACTION_NOT_VALID', { fields: { order_status: ['error-payment-undecided'] } });
}

async function assertCodesStored(ctx: Ctx, order: MovingOrder): Promise<void> {
  await assertMarked(ctx, order, order.moving);
}

function assertConfirmedByBuyer(ctx: Ctx, { moving, isByCode }: MovingOrder): void {
  if (isAdmin(ctx) || isByCode || !moving.some(isPaidOnHandover)) return;
  throw new AppError('ACTION_NOT_VALID', { fields: { order_status: ['error-order-code-needed'] } });
}

async function ship(ctx: Ctx, order: MovingOrder): Promise<void> {
  order.undoUntil = await shipParts(ctx, order, order.moving, order);
}

async function complete(ctx: Ctx, order: MovingOrder): Promise<void> {
  const { moving, note, root, cashHolder } = order;
  // Only an administrator can say that the marketplace has the money: a shop would credit itself.
  const isReceived = isAdmin(ctx) && cashHolder !== 'shop' && !root.at_till;
  await completeParts(ctx, order, moving, { note, holder: isReceived ? 'platform' : 'shop' });
}

async function advance(ctx: Ctx, order: MovingOrder): Promise<void> {
  const { moving, to, note } = order;
  for (const part of moving) await moveTo(ctx, part, to, { note });
  await deriveRoot(ctx, order);
}

async function cancel(ctx: Ctx, order: MovingOrder): Promise<void> {
  await cancelParts(ctx, order, order.moving, order.note);
}

/** Once per status of the whole order, not per part. */
async function notifyMoved(ctx: Ctx, { root, statusBefore }: MovingOrder): Promise<void> {
  if (root.order_status === statusBefore) return;
  const message = orderStatusChanged({ ...aboutOrder(root), status: root.order_status });
  await notifyCustomer(ctx, root, 'statusChangeOrder', message);
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
  await closeAttempts(ctx, root.id);
  for (const row of [root, ...parts]) await writeOrder(ctx, row, { deleted_at: ctx.now });
  await audit(ctx, { family: 'orders', id: root.id, action: 'remove', changes: {} });
}
