import { fromMinor, toMinor } from '@/contract/core/money';
import { paidStatuses } from '@/contract/orders/status';
import { refundDeliveryMoney, toPieces } from '@/contract/refunds/money';
import type { Refundable, RefundableLine } from '@/contract/refunds/schema';
import { type Ctx, isAdmin } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';
import {
  findOrder,
  type LockedOrder,
  lockOrder,
  readOrder,
  readRoot,
  type StoredLine,
  type StoredOrder,
  type StoredPart,
} from '@/server/modules/orders/lock-order';
import { keptKind } from '@/server/modules/orders/payments/kept-money';
import { orderShopIds } from '@/server/modules/orders/policy';

const day = 24 * 3600_000;

/**
 * `GET orders/{id}/refundable`: what can be refunded, or why nothing can: of the whole order for its customer and
 * administrators, of a part for its shop. Throws NOT_FOUND, REFUND_ONLY_ALLOWED_FOR_MAIN_ORDER.
 */
export async function getRefundable(ctx: Ctx, key: string): Promise<Refundable> {
  const part = await findOwnPart(ctx, key);
  if (part === undefined) {
    const order = await readRoot(ctx, await findRootId(ctx, key));
    const found = await findRefundable(ctx, order);
    const { id, tracking_number, short_number } = order.root;
    return { order_id: id, tracking_number, short_number, ...found };
  }
  const order = await readReturnable(ctx, part);
  const found = await findPartRefundable(ctx, order, order.target);
  const { id, tracking_number } = order.target;
  return { order_id: id, tracking_number, short_number: order.root.short_number, ...found };
}

export async function findRootId(ctx: Ctx, key: number | string): Promise<number> {
  const row = await findOrder(ctx, key);
  const isOwn = row && ctx.user && row.customer_id === ctx.user.id;
  if (!row || !(isOwn || isAdmin(ctx))) throw new AppError('NOT_FOUND');
  if (row.parent_id !== null) throw new AppError('REFUND_ONLY_ALLOWED_FOR_MAIN_ORDER');
  return row.id;
}

/** Id of a part that the person works on; undefined for all other orders. */
async function findOwnPart(ctx: Ctx, key: string): Promise<number | undefined> {
  const row = await findOrder(ctx, key);
  if (!row || row.shop_id === null) return undefined;
  return isAdmin(ctx) || orderShopIds(ctx).includes(row.shop_id) ? row.id : undefined;
}

type ReturnableOrder = LockedOrder & { target: StoredPart };

/** Locks a part that the person works on, with its whole order. Throws NOT_FOUND, also for a whole order. */
export async function lockReturnable(ctx: Ctx, key: number | string): Promise<ReturnableOrder> {
  return withPart(await lockOrder(ctx, key));
}

/** What `lockReturnable` answers, read without locks. Throws NOT_FOUND. */
export async function readReturnable(ctx: Ctx, key: number | string): Promise<ReturnableOrder> {
  return withPart(await readOrder(ctx, key));
}

function withPart(order: LockedOrder): ReturnableOrder {
  const target = order.parts.find(({ id }) => id === order.target.id);
  if (!target) throw new AppError('NOT_FOUND');
  return { ...order, target };
}

/** Lines of the whole order that a customer can ask a refund for. */
export async function findRefundable(
  ctx: Ctx,
  order: LockedOrder,
): Promise<Pick<Refundable, 'lines' | 'refusal'>> {
  const paid = order.parts.filter(isHandedOver);
  const { refundDays } = await settingsOptions(ctx);
  const since = isAdmin(ctx) ? 0 : ctx.now.getTime() - refundDays * day;
  const inTime = paid.filter(
    ({ completed_at, updated_at }) => (completed_at ?? updated_at).getTime() >= since,
  );
  const lines = await linesOf(ctx, order, inTime);
  const hasLeft = lines.some(({ left }) => left > 0);
  const isOpen = await hasOpenRequest(ctx, order.root.id);
  const refusal = isOpen ? 'open' : hasLeft ? null : paid.length > inTime.length ? 'period' : 'nothing';
  return { refusal, lines: refusal ? [] : lines };
}

/** What a shop can take back of its part, and return without goods. Shops are not bound to the customers' period. */
export async function findPartRefundable(
  ctx: Ctx,
  order: LockedOrder,
  part: StoredPart,
): Promise<Omit<Refundable, 'order_id' | 'tracking_number'>> {
  const lines = isHandedOver(part) ? await linesOf(ctx, order, [part]) : [];
  const delivery_left = fromMinor(await deliveryLeft(ctx, part));
  const goodwill_left = fromMinor(await goodwillLeft(ctx, part));
  const isNothing = lines.every(({ left }) => left === 0) && delivery_left <= 0 && goodwill_left <= 0;
  const kind = keptKind(part);
  const kept_as = kind ? (kind === 'card-kept' ? 'CARD' : 'CASH') : null;
  return { refusal: isNothing ? 'nothing' : null, lines, delivery_left, goodwill_left, kept_as };
}

const isHandedOver = ({ order_status, payment_status }: StoredOrder) =>
  order_status === 'order-completed' && paidStatuses.includes(payment_status);

/** A part that was paid and handed over, also when all of its goods came back since. */
const wasSold = (part: StoredOrder) =>
  part.credited_at !== null && (isHandedOver(part) || part.order_status === 'order-refunded');

/** Delivery of a part that is neither refunded nor asked for, in kopecks. */
async function deliveryLeft(ctx: Ctx, part: StoredPart): Promise<number> {
  if (!wasSold(part)) return 0;
  const open = await openAmount(ctx, part, 'delivery');
  return Math.max(0, toMinor(part.delivery_fee) - toMinor(part.refunded_delivery) - open);
}

/** What the shop may still give for a part without goods: its own limit, and never more than is left of the payment. */
async function goodwillLeft(ctx: Ctx, part: StoredPart): Promise<number> {
  if (!wasSold(part)) return 0;
  const { goodwillLimit } = await settingsOptions(ctx);
  const given = toMinor(part.goodwill_amount) + (await openAmount(ctx, part, 'goodwill'));
  const limit = Math.floor((toMinor(part.total) * goodwillLimit) / 100);
  return Math.max(0, Math.min(limit, toMinor(part.total) - toMinor(part.refunded_amount)) - given);
}

/** Sum of the undecided refunds of a part without goods, in kopecks. */
async function openAmount(ctx: Ctx, { id }: StoredPart, kind: 'delivery' | 'goodwill'): Promise<number> {
  const { sum } = await ctx.db
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<number | null>('amount').as('sum'))
    .where('part_id', '=', id)
    .where('kind', '=', kind)
    .where('status', 'in', ['pending', 'processing'])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return toMinor(sum ?? 0);
}

async function hasOpenRequest(ctx: Ctx, orderId: number): Promise<boolean> {
  const open = await ctx.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('origin', '=', 'request')
    .where('part_id', 'is', null)
    .where('status', 'in', ['pending', 'processing'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

/** Pieces in undecided refunds by line: they cannot be asked for again. */
async function openPieces(ctx: Ctx, { root }: LockedOrder): Promise<Map<number, number>> {
  const rows = await ctx.db
    .selectFrom('refund_lines')
    .innerJoin('refunds', 'refunds.id', 'refund_lines.refund_id')
    .select(['order_line_id', (eb) => eb.fn.sum<number>('quantity').as('quantity')])
    .where('refunds.order_id', '=', root.id)
    .where('refunds.origin', '=', 'request')
    .where('refunds.status', 'in', ['pending', 'processing'])
    .where('refunds.deleted_at', 'is', null)
    .groupBy('order_line_id')
    .execute();
  return new Map(rows.map(({ order_line_id, quantity }) => [order_line_id, Number(quantity)]));
}

async function linesOf(
  ctx: Ctx,
  order: LockedOrder,
  parts: readonly StoredPart[],
): Promise<RefundableLine[]> {
  const ids = parts.map(({ id }) => id);
  const shops = await shopsOf(ctx, order);
  const open = await openPieces(ctx, order);
  return order.lines
    .filter((line) => ids.includes(line.order_id))
    .map((line) => presentLine(line, shops.get(line.shop_id) ?? null, open.get(line.id) ?? 0));
}

async function shopsOf(ctx: Ctx, { parts }: LockedOrder): Promise<Map<number, RefundableLine['shop']>> {
  const ids = parts.map(({ shop_id }) => shop_id);
  const rows = await ctx.db
    .selectFrom('shops')
    .select(['id', 'name', 'slug'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function presentLine(line: StoredLine, shop: RefundableLine['shop'], open: number): RefundableLine {
  const { id, order_id, name, variation, quantity, total, delivery, wallet } = line;
  const refunded_quantity = line.refunded_quantity + open;
  return {
    id,
    order_id,
    shop,
    name,
    variation,
    quantity,
    refunded_quantity,
    total,
    delivery,
    wallet,
    image: line.image as RefundableLine['image'],
    left: quantity - refunded_quantity,
  };
}

export const refundedDelivery = ({ parts }: Pick<LockedOrder, 'parts'>): Map<number, number> =>
  new Map(parts.map(({ id, refunded_delivery }) => [id, toMinor(refunded_delivery)]));

/** Money of a delivery refund of a part, in kopecks. */
export const deliveryRefund = (order: LockedOrder, part: StoredPart, amount: number) =>
  refundDeliveryMoney(
    order.lines.filter(({ order_id }) => order_id === part.id).map(toPieces),
    toMinor(part.refunded_delivery),
    amount,
  );
