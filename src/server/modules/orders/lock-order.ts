import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { LiveEvents } from '@/contract/core/live';
import type { EventType } from '@/contract/events';
import { firstStatuses, mayMove, parentStatus, paymentMoves } from '@/contract/orders/moves';
import {
  endedStatuses,
  type OrderStatus,
  orderStatuses,
  type PaymentGateway,
  type PaymentStatus,
  paymentGateways,
  paymentStatuses,
} from '@/contract/orders/status';
import type { WrittenEventKind } from '@/contract/orders/wire';
import { audit, type Changes } from '@/server/core/audit';
import { type Ctx, isAdmin } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { emit } from '@/server/core/events/event';
import { toAdmins, toShop } from '@/server/core/live/audiences';
import { publishEach } from '@/server/core/live/publish';
import { orderShopIds } from './policy';
import { deadlineOfPart, earliest } from './ship-by/part-deadlines';

/** A row of `orders` with typed statuses: a whole order, or the part of one shop. */
export type StoredOrder = Omit<
  Selectable<DB['orders']>,
  'order_status' | 'payment_status' | 'payment_gateway'
> & { order_status: OrderStatus; payment_status: PaymentStatus; payment_gateway: PaymentGateway };

export type StoredPart = StoredOrder & { parent_id: number; shop_id: number };

export type StoredLine = Selectable<DB['order_lines']>;

/** An order whose rows stay locked until the transaction ends. */
export interface LockedOrder {
  root: StoredOrder;
  /** By id. */
  parts: StoredPart[];
  lines: StoredLine[];
  /** The requested row: the root or one of the parts. */
  target: StoredOrder;
}

/**
 * Locks an order or part and its whole tree, by id or number: the root first, then the parts by id (rules/orders: locks
 * have one order). Administrators may write all orders, users of a shop its parts, customers none. Throws NOT_FOUND.
 */
export async function lockOrder(ctx: Ctx, key: number | string): Promise<LockedOrder> {
  const found = await findOrder(ctx, key);
  if (!found || !isWritable(ctx, found)) throw new AppError('NOT_FOUND');
  const order = await lockTree(ctx, found.id, found.parent_id ?? found.id);
  if (order.root.deleted_at) throw new AppError('NOT_FOUND');
  return order;
}

/**
 * Locks a whole order without checking rights, also a removed one, because money may still arrive for it. Throws
 * NOT_FOUND.
 */
export async function lockRoot(ctx: Ctx, rootId: number): Promise<LockedOrder> {
  return lockTree(ctx, rootId, rootId);
}

/** What `lockOrder` answers, read without locks by a request that changes nothing. Throws NOT_FOUND. */
export async function readOrder(ctx: Ctx, key: number | string): Promise<LockedOrder> {
  const found = await findOrder(ctx, key);
  if (!found || !isWritable(ctx, found)) throw new AppError('NOT_FOUND');
  return readRoot(ctx, found.parent_id ?? found.id, found.id);
}

/** What `lockRoot` answers, read without locks. Checks no rights. Throws NOT_FOUND. */
export async function readRoot(ctx: Ctx, rootId: number, id = rootId): Promise<LockedOrder> {
  return readTree(ctx, id, rootId, ctx.db.selectFrom('orders').selectAll());
}

/** An order or part by id or number. Checks no rights and locks nothing. */
export async function findOrder(ctx: Ctx, key: number | string) {
  const text = String(key);
  if (!/^\d{1,18}$/.test(text)) return undefined;
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['id', 'parent_id', 'shop_id', 'customer_id', 'tracking_number'])
    .where((eb) => eb.or([eb('id', '=', Number(text)), eb('tracking_number', '=', text)]))
    .where('deleted_at', 'is', null)
    .execute();
  // Numbers have fourteen digits, far above every id; if both match, the id wins.
  return rows.find(({ id }) => id === Number(text)) ?? rows[0];
}

function isWritable(ctx: Ctx, row: { shop_id: number | null }): boolean {
  if (isAdmin(ctx)) return true;
  return row.shop_id !== null && orderShopIds(ctx).includes(row.shop_id);
}

const lockTree = (ctx: Ctx, id: number, rootId: number) =>
  readTree(ctx, id, rootId, ctx.db.selectFrom('orders').selectAll().forUpdate());

async function readTree(
  ctx: Ctx,
  id: number,
  rootId: number,
  rows: SelectQueryBuilder<DB, 'orders', Selectable<DB['orders']>>,
): Promise<LockedOrder> {
  const parent = await rows.where('id', '=', rootId).executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const root = toStored(parent);
  const parts = (await rows.where('parent_id', '=', rootId).orderBy('id').execute()).map(toPart);
  const lines = await ctx.db
    .selectFrom('order_lines')
    .selectAll()
    .where('parent_id', '=', rootId)
    .orderBy('position')
    .execute();
  const target = id === rootId ? root : parts.find((part) => part.id === id);
  if (!target) throw new AppError('NOT_FOUND');
  return { root, parts, lines, target };
}

export function toStored(row: Selectable<DB['orders']>): StoredOrder {
  return {
    ...row,
    order_status: oneOf(orderStatuses, row.order_status),
    payment_status: oneOf(paymentStatuses, row.payment_status),
    payment_gateway: oneOf(paymentGateways, row.payment_gateway),
  };
}

function toPart(row: Selectable<DB['orders']>): StoredPart {
  const { parent_id, shop_id } = row;
  if (parent_id === null || shop_id === null) throw new Error(`Order ${row.id} is no part`);
  return { ...toStored(row), parent_id, shop_id };
}

/** The value that the text is; check constraints in the database guarantee it. */
export function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text);
  if (!found) throw new Error(`${text} is none of ${values.join(', ')}`);
  return found;
}

type OrderChange = Partial<Pick<StoredOrder, OrderColumn>>;

type OrderColumn =
  | 'order_status'
  | 'payment_status'
  | 'payment_gateway'
  | 'altered_payment_gateway'
  | 'awaiting_amount'
  | 'paid_at'
  | 'completed_at'
  | 'completed_by'
  | 'cash_held_by'
  | 'cancelled_at'
  | 'stock_returned_at'
  | 'credited_at'
  | 'commission_vat_rate'
  | 'delivery_date'
  | 'delivery_time'
  | 'parcel_carrier'
  | 'parcel_number'
  | 'pay_until'
  | 'ship_by'
  | 'deleted_at';

/** Money columns are written as decimals. */
type MoneyColumns = Partial<Record<MoneyColumn, string>>;

type MoneyColumn =
  | 'amount'
  | 'discount'
  | 'sales_tax'
  | 'delivery_fee'
  | 'total'
  | 'paid_total'
  | 'wallet_amount'
  | 'wallet_points'
  | 'cancelled_amount'
  | 'cancelled_tax'
  | 'cancelled_delivery_fee'
  | 'credited_amount';

/**
 * Updates a row of a locked order and the object in memory, and increments the version. Clears the payment deadline
 * when the order no longer waits for payment; a part gets a deadline to assemble when it may be assembled, and loses it
 * when it leaves that status.
 */
export async function writeOrder(
  ctx: Ctx,
  row: StoredOrder,
  requested: OrderChange,
  columns: MoneyColumns = {},
): Promise<void> {
  const deadline = await deadlineAfter(ctx, row, requested.order_status);
  const isWaiting = row.pay_until === null || isAwaitingPayment({ ...row, ...requested });
  const change: OrderChange = { ...(isWaiting ? {} : { pay_until: null }), ...deadline, ...requested };
  await updateRow(ctx, 'orders', row.id, { ...change, ...columns });
  const money = Object.fromEntries(Object.entries(columns).map(([key, value]) => [key, Number(value)]));
  Object.assign(row, change, money, { version: row.version + 1, updated_at: ctx.now });
}

/** Moves a row of a locked order to a status, with what else changes of it, and notes the move. */
export async function moveTo(
  ctx: Ctx,
  row: StoredOrder,
  to: OrderStatus,
  { note, ...change }: Omit<OrderChange, 'order_status'> & { note?: string | null } = {},
  columns: MoneyColumns = {},
): Promise<void> {
  const from = row.order_status;
  await writeOrder(ctx, row, { ...change, order_status: to }, columns);
  await recordEvent(ctx, row, { kind: 'status', from, to, note });
}

/** Changes the payment status if the transition exists, and records the event. */
export async function setPayment(ctx: Ctx, row: StoredOrder, to: PaymentStatus): Promise<void> {
  const from = row.payment_status;
  if (!mayMove(paymentMoves, from, to)) return;
  await writeOrder(ctx, row, {
    payment_status: to,
    ...(to === 'payment-success' && { paid_at: ctx.now }),
  });
  await recordEvent(ctx, row, { kind: 'payment', from, to });
}

async function deadlineAfter(
  ctx: Ctx,
  row: StoredOrder,
  to: OrderStatus | undefined,
): Promise<Pick<StoredOrder, 'ship_by'> | undefined> {
  const { shop_id } = row;
  if (shop_id === null || to === undefined || to === row.order_status) return undefined;
  return { ship_by: to === 'order-processing' ? await deadlineOfPart(ctx, { ...row, shop_id }) : null };
}

/** True while the order is in the first statuses of its gateway: not paid, not processed. */
export function isAwaitingPayment(
  row: Pick<StoredOrder, 'payment_gateway' | 'order_status' | 'payment_status'>,
): boolean {
  const { order, payment } = firstStatuses[row.payment_gateway];
  return row.order_status === order && row.payment_status === payment;
}

/** Clears the payment deadline: the order is no longer cancelled when unpaid. */
export async function endPaymentDeadline(ctx: Ctx, root: StoredOrder): Promise<void> {
  if (root.pay_until === null) return;
  await ctx.db.updateTable('orders').set({ pay_until: null }).where('id', '=', root.id).execute();
  root.pay_until = null;
}

interface OrderEventInput {
  kind: WrittenEventKind;
  from?: string | null;
  to?: string | null;
  note?: string | null | undefined;
  /** Further changes for the audit. */
  more?: Changes;
}

const liveChanges: Partial<Record<OrderEventInput['kind'], LiveEvents['order']['change']>> = {
  payment: 'payment',
  lines: 'lines',
  change: 'lines',
  refund: 'refund',
};

/** What other modules are told about a part that reaches a status. */
const partEvents: Partial<Record<string, EventType & `part-${string}`>> = {
  'order-at-local-facility': 'part-shipped',
  'order-out-for-delivery': 'part-shipped',
  'order-completed': 'part-handed-over',
};

/** Writes an event to the history and the audit, publishes it, and tells other modules (`contract/events.ts`). */
export async function recordEvent(
  ctx: Ctx,
  row: StoredOrder,
  { kind, from = null, to = null, note = null, more = {} }: OrderEventInput,
): Promise<void> {
  await ctx.db
    .insertInto('order_events')
    .values({
      order_id: row.id,
      root_id: row.parent_id ?? row.id,
      at: ctx.now,
      kind,
      from,
      to,
      note: note || null,
      user_id: ctx.user?.id ?? null,
    })
    .execute();
  await publishOrders(ctx, [row], liveChanges[kind] ?? 'status');
  const key = kind === 'status' ? 'order_status' : kind === 'payment' ? 'payment_status' : kind;
  const changes: Changes = { [key]: [from, to], ...(note ? { note: [null, note] } : {}), ...more };
  await audit(ctx, { family: 'orders', id: row.id, action: kind, changes });
  const ofPart = row.parent_id !== null && kind === 'status' ? partEvents[to ?? ''] : undefined;
  if (ofPart) {
    const part = { record: row.id, version: row.version, shopId: row.shop_id };
    await emit(ctx, ofPart, { ...part, data: { orderId: row.parent_id ?? row.id } });
  }
}

export async function deriveRoot(
  ctx: Ctx,
  { root, parts }: Pick<LockedOrder, 'root' | 'parts'>,
): Promise<void> {
  const live = parts.filter(({ order_status }) => !endedStatuses.includes(order_status));
  if (!live.every(isAwaitingPayment)) await endPaymentDeadline(ctx, root);
  const to = parentStatus(parts.map(({ order_status }) => order_status));
  const ship_by = earliest(parts.map((part) => part.ship_by));
  if (root.order_status === to) {
    if (ship_by?.getTime() !== root.ship_by?.getTime()) await writeOrder(ctx, root, { ship_by });
    return;
  }
  await moveTo(ctx, root, to, {
    ship_by,
    ...(to === 'order-completed' && { completed_at: ctx.now }),
    ...(to === 'order-cancelled' && { cancelled_at: ctx.now }),
  });
}

/** Notifies administrators, and for a part also the users of its shop who handle orders. */
export async function publishOrders(
  ctx: Ctx,
  rows: readonly { id: number; parent_id: number | null; shop_id: number | null; tracking_number: string }[],
  change: LiveEvents['order']['change'],
): Promise<void> {
  const events = rows.map(({ id, parent_id, shop_id, tracking_number }) => ({
    audiences: [toAdmins('orders'), ...(shop_id === null ? [] : toShop(shop_id, 'orders'))],
    data: { id, parent_id, change, tracking_number },
  }));
  await publishEach(ctx, 'order', events);
}
