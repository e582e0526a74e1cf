import type { Selectable } from 'kysely';
import type { LiveEvents } from '@/contract/core/live';
import {
  endedStatuses,
  firstStatuses,
  type OrderStatus,
  orderStatuses,
  type PaymentGateway,
  type PaymentStatus,
  parentStatusOf,
  paymentGateways,
  paymentStatuses,
} from '@/contract/orders/status';
import { audit, type Changes } from '@/server/core/audit';
import { type Ctx, isAdmin } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { toAdmins, toShop } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { orderShopIds } from './policy';

/** A row of `orders` with its statuses told apart: a whole order, or the part of one shop. */
export type StoredOrder = Omit<
  Selectable<DB['orders']>,
  'order_status' | 'payment_status' | 'payment_gateway'
> & { order_status: OrderStatus; payment_status: PaymentStatus; payment_gateway: PaymentGateway };

/** The part of a shop. */
export type StoredPart = StoredOrder & { parent_id: number; shop_id: number };

export type StoredLine = Selectable<DB['order_lines']>;

/** An order that nobody else writes until the transaction ends. */
export interface LockedOrder {
  root: StoredOrder;
  /** In the order of their ids. */
  parts: StoredPart[];
  /** Of all parts, in the order they were sold in. */
  lines: StoredLine[];
  /** What was asked for: the root, or one of the parts. */
  target: StoredOrder;
}

/**
 * An order or a part by its id or number, with its whole tree locked: the root first, then the parts by their ids, so that
 * nobody deadlocks. An administrator has all of them, people of a shop its parts (reference rules R-112); what a customer
 * has is theirs to read, not to write. Throws NOT_FOUND.
 */
export async function lockOrder(ctx: Ctx, key: number | string): Promise<LockedOrder> {
  const found = await findOrder(ctx, key);
  if (!found || !mayWrite(ctx, found)) throw new AppError('NOT_FOUND');
  const order = await lockTree(ctx, found.id, found.parent_id ?? found.id);
  if (order.root.deleted_at) throw new AppError('NOT_FOUND');
  return order;
}

/**
 * A whole order for what the system itself does: whoever asks was checked before. Also one that was removed, since money
 * may come for it. Throws NOT_FOUND.
 */
export async function lockRoot(ctx: Ctx, rootId: number): Promise<LockedOrder> {
  return lockTree(ctx, rootId, rootId);
}

/** An order or a part by its id or its number, whoever asks; not locked. */
export async function findOrder(ctx: Ctx, key: number | string) {
  const text = String(key);
  if (!/^\d{1,18}$/.test(text)) return undefined;
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['id', 'parent_id', 'shop_id', 'customer_id', 'tracking_number'])
    .where((eb) => eb.or([eb('id', '=', Number(text)), eb('tracking_number', '=', text)]))
    .where('deleted_at', 'is', null)
    .execute();
  // A number has fourteen digits: far beyond every id, but an id wins.
  return rows.find(({ id }) => id === Number(text)) ?? rows[0];
}

function mayWrite(ctx: Ctx, row: { shop_id: number | null }): boolean {
  if (isAdmin(ctx)) return true;
  return row.shop_id !== null && orderShopIds(ctx).includes(row.shop_id);
}

async function lockTree(ctx: Ctx, id: number, rootId: number): Promise<LockedOrder> {
  const rows = ctx.db.selectFrom('orders').selectAll().forUpdate();
  const parent = await rows.where('id', '=', rootId).executeTakeFirst();
  if (!parent) throw new AppError('NOT_FOUND');
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

function toStored(row: Selectable<DB['orders']>): StoredOrder {
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

function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text);
  if (!found) throw new Error(`${text} is none of ${values.join(', ')}`);
  return found;
}

type Change = Partial<Pick<StoredOrder, ChangeKey>>;

type ChangeKey =
  | 'order_status'
  | 'payment_status'
  | 'payment_gateway'
  | 'altered_payment_gateway'
  | 'awaiting_amount'
  | 'paid_at'
  | 'completed_at'
  | 'cancelled_at'
  | 'stock_returned_at'
  | 'credited_at'
  | 'delivery_date'
  | 'delivery_time'
  | 'pay_until'
  | 'deleted_at';

/** What of a row changes beside what is told of it: money as decimals. */
type Columns = Partial<Record<MoneyKey, string>>;

type MoneyKey =
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
 * Writes a row of a locked order and keeps the object as it is now, so that what follows reads what stands. One more
 * version, whatever changed. An order that no longer waits for its payment loses its deadline.
 */
export async function writeOrder(
  ctx: Ctx,
  row: StoredOrder,
  given: Change,
  columns: Columns = {},
): Promise<void> {
  const waits = row.pay_until === null || isAwaitingPayment({ ...row, ...given });
  const change: Change = waits ? given : { pay_until: null, ...given };
  await ctx.db
    .updateTable('orders')
    .set({ ...change, ...columns, version: row.version + 1, updated_at: ctx.now })
    .where('id', '=', row.id)
    .execute();
  const money = Object.fromEntries(Object.entries(columns).map(([key, value]) => [key, Number(value)]));
  Object.assign(row, change, money, { version: row.version + 1, updated_at: ctx.now });
}

/** Whether an order stands where its way of paying lets it begin: nobody has paid for it or worked on it. */
export function isAwaitingPayment(
  row: Pick<StoredOrder, 'payment_gateway' | 'order_status' | 'payment_status'>,
): boolean {
  const { order, payment } = firstStatuses[row.payment_gateway];
  return row.order_status === order && row.payment_status === payment;
}

/** The order is no longer cancelled for want of payment: somebody has begun to work on it. */
export async function endPaymentDeadline(ctx: Ctx, root: StoredOrder): Promise<void> {
  if (root.pay_until === null) return;
  await ctx.db.updateTable('orders').set({ pay_until: null }).where('id', '=', root.id).execute();
  root.pay_until = null;
}

interface Happened {
  kind: 'status' | 'payment' | 'delivery-date' | 'lines' | 'refund';
  from?: string | null;
  to?: string | null;
  note?: string | null | undefined;
}

/** Writes what happened to a row into its history and into the audit. */
export async function recordEvent(
  ctx: Ctx,
  row: StoredOrder,
  { kind, from = null, to = null, note = null }: Happened,
): Promise<void> {
  await ctx.db
    .insertInto('order_events')
    .values({
      ...{ order_id: row.id, root_id: row.parent_id ?? row.id, at: ctx.now },
      ...{ kind, from, to, note: note || null, user_id: ctx.user?.id ?? null },
    })
    .execute();
  await publishOrder(ctx, row, kind === 'delivery-date' ? 'status' : kind);
  const key = kind === 'status' ? 'order_status' : kind === 'payment' ? 'payment_status' : kind;
  const changes: Changes = { [key]: [from, to], ...(note ? { note: [null, note] } : {}) };
  await audit(ctx, { family: 'orders', id: row.id, action: kind, changes });
}

/** Moves the whole order to where its parts stand (design §5), when that is elsewhere. */
export async function deriveRoot(
  ctx: Ctx,
  { root, parts }: Pick<LockedOrder, 'root' | 'parts'>,
): Promise<void> {
  const live = parts.filter(({ order_status }) => !endedStatuses.includes(order_status));
  if (!live.every(isAwaitingPayment)) await endPaymentDeadline(ctx, root);
  const from = root.order_status;
  const to = parentStatusOf(parts.map(({ order_status }) => order_status));
  if (from === to) return;
  await writeOrder(ctx, root, {
    order_status: to,
    ...(to === 'order-completed' && { completed_at: ctx.now }),
    ...(to === 'order-cancelled' && { cancelled_at: ctx.now }),
  });
  await recordEvent(ctx, root, { kind: 'status', from, to });
}

/** Orders concern administrators, a part also the people of its shop who handle orders. */
export async function publishOrder(
  ctx: Ctx,
  row: { id: number; parent_id: number | null; shop_id: number | null; tracking_number: string },
  change: LiveEvents['order']['change'],
): Promise<void> {
  const { id, parent_id, shop_id, tracking_number } = row;
  const shop = shop_id === null ? [] : toShop(shop_id, 'orders');
  await publish(ctx, [toAdmins, ...shop], 'order', { id, parent_id, change, tracking_number });
}
