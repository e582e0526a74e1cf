import { sql } from 'kysely';
import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import { type ReturnedPieces, refundMoney, toPieces, vendorMoney } from '@/contract/refunds/money';
import type { Ctx, Database } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Step } from '@/server/core/moves/move';
import {
  deriveRoot,
  type LockedOrder,
  moveTo,
  type StoredOrder,
  type StoredPart,
  setPayment,
} from '@/server/modules/orders/lock-order';
import type { LockedRefund } from './lock-refund';
import { deliveryRefund, refundedDelivery } from './refundable';

/**
 * Recomputes the money of goods by what their order still has: other refunds may have been decided since the request.
 * Throws WRONG_REFUND.
 */
export async function recountPieces(ctx: Ctx, { row, lines, order }: LockedRefund): Promise<void> {
  const requested = new Map(lines.map((line) => [line.order_line_id, line.quantity]));
  const isLeft = order.lines.every((l) => l.refunded_quantity + (requested.get(l.id) ?? 0) <= l.quantity);
  if (!isLeft) throw new AppError('WRONG_REFUND');
  const terms = { refunded: refundedDelivery(order), isKept: row.exchange_order_id !== null };
  const money = refundMoney(order.lines.map(toPieces), requested, terms);
  for (const line of lines) {
    const found = money.find(({ lineId }) => lineId === line.order_line_id);
    const sums = { amount: toDecimal(found?.amount ?? 0), wallet_amount: toDecimal(found?.wallet ?? 0) };
    await ctx.db.updateTable('refund_lines').set(sums).where('id', '=', line.id).execute();
    Object.assign(line, { amount: Number(sums.amount), wallet_amount: Number(sums.wallet_amount) });
  }
  row.amount = fromMinor(money.reduce((sum, { amount }) => sum + amount, 0));
  row.wallet_amount = fromMinor(money.reduce((sum, { wallet }) => sum + wallet, 0));
  await addDelivery(ctx, order, money);
}

/** Delivery that comes back with the last pieces of a part. */
async function addDelivery(ctx: Ctx, order: LockedOrder, money: readonly ReturnedPieces[]): Promise<void> {
  for (const part of order.parts) {
    const ids = order.lines.filter((line) => line.order_id === part.id).map(({ id }) => id);
    const sum = money
      .filter(({ lineId }) => ids.includes(lineId))
      .reduce((all, { delivery }) => all + delivery, 0);
    for (const id of sum > 0 ? [part.id, order.root.id] : []) {
      await addTo(ctx, id, 'refunded_delivery', sum);
    }
  }
}

/** The same of the delivery of a part. */
export const recountDelivery =
  (part: StoredPart): Step<LockedRefund> =>
  (_ctx, { row, order }) => {
    const amount = toMinor(row.amount);
    if (amount > toMinor(part.delivery_fee) - toMinor(part.refunded_delivery))
      throw new AppError('WRONG_REFUND');
    row.wallet_amount = fromMinor(deliveryRefund(order, part, amount).wallet);
  };

export async function storeSums(ctx: Ctx, { row }: LockedRefund): Promise<void> {
  await ctx.db
    .updateTable('refunds')
    .set({ amount: toDecimal(toMinor(row.amount)), wallet_amount: toDecimal(toMinor(row.wallet_amount)) })
    .where('id', '=', row.id)
    .execute();
}

/** Marks pieces and money as refunded. Returns each line's vendor share, in kopecks. */
export async function countPieces(
  ctx: Ctx,
  { row, lines, order }: LockedRefund,
): Promise<Map<number, number>> {
  const requested = new Map(lines.map((line) => [line.order_line_id, line.quantity]));
  const vendors = vendorShares(order, requested);
  for (const piece of lines) {
    const line = order.lines.find(({ id }) => id === piece.order_line_id);
    if (!line || line.refunded_quantity + piece.quantity > line.quantity) throw new AppError('WRONG_REFUND');
    line.refunded_quantity += piece.quantity;
    await ctx.db
      .updateTable('order_lines')
      .set({ refunded_quantity: line.refunded_quantity })
      .where('id', '=', line.id)
      .execute();
    await ctx.db
      .updateTable('refund_lines')
      .set({ vendor_amount: toDecimal(vendors.get(line.id) ?? 0) })
      .where('id', '=', piece.id)
      .execute();
  }
  await addTo(ctx, order.root.id, 'refunded_amount', toMinor(row.amount));
  for (const part of order.parts) {
    const ids = order.lines.filter((line) => line.order_id === part.id).map(({ id }) => id);
    const own = lines.filter(({ order_line_id }) => ids.includes(order_line_id));
    const sum = own.reduce((all, line) => all + toMinor(line.amount), 0);
    if (sum > 0) await addTo(ctx, part.id, 'refunded_amount', sum);
  }
  return vendors;
}

export const countDelivery =
  (part: StoredPart): Step<LockedRefund> =>
  async (ctx, { row, order }) => {
    for (const id of [part.id, order.root.id]) {
      await addTo(ctx, id, 'refunded_delivery', toMinor(row.amount));
      await addTo(ctx, id, 'refunded_amount', toMinor(row.amount));
    }
  };

/** Goodwill is no part of the payment, and the order notes it beside the refunds. */
export const countGoodwill =
  (part: StoredPart): Step<LockedRefund> =>
  async (ctx, { row, order }) => {
    for (const id of [part.id, order.root.id]) await addTo(ctx, id, 'goodwill_amount', toMinor(row.amount));
  };

/** Check constraints cap these columns at what was paid. */
async function addTo(
  ctx: Ctx,
  id: number,
  column: 'refunded_amount' | 'refunded_delivery' | 'goodwill_amount',
  kopecks: number,
): Promise<void> {
  await ctx.db
    .updateTable('orders')
    .set({ [column]: sql`${sql.ref(column)} + ${toDecimal(kopecks)}::numeric` })
    .where('id', '=', id)
    .execute();
}

/** Subtracts an approved refund from the commission of its day; its lines have the vendors' shares by then. */
export async function takeBackCommission(db: Database, refundId: number): Promise<void> {
  await sql`insert into commission_days (day, orders, goods, credited)
    select (decided_at at time zone business_time_zone())::date, 0, -sum(goods), -sum(vendor_amount)
    from vendor_refunds where refund_id = ${refundId} group by 1`.execute(db);
}

/**
 * Parts with nothing left become refunded, and the whole order once all parts are. A refund without lines touches no
 * part.
 */
export async function endParts(
  ctx: Ctx,
  { lines, order }: LockedRefund,
  isOver: (part: StoredOrder) => boolean,
): Promise<void> {
  for (const part of returningParts({ lines, order }).filter(isOver)) {
    const isCompleted = part.order_status === 'order-completed';
    await setPayment(ctx, part, 'payment-refunded');
    if (isCompleted) await moveTo(ctx, part, 'order-refunded');
  }
  await deriveRoot(ctx, order);
  if (order.parts.every(({ payment_status }) => payment_status === 'payment-refunded')) {
    await setPayment(ctx, order.root, 'payment-refunded');
  }
}

/** Parts that the refund covers; the whole order when it has no lines. */
export function coveredParts({ row, lines, order }: LockedRefund): StoredOrder[] {
  const own = order.parts.filter(({ id }) => id === row.part_id);
  if (own.length > 0) return own;
  const parts = returningParts({ lines, order });
  return parts.length > 0 ? parts : [order.root];
}

/** Parts of which pieces come back. */
function returningParts({ lines, order }: Pick<LockedRefund, 'lines' | 'order'>): StoredPart[] {
  const ids = new Set(
    lines.map(({ order_line_id }) => order.lines.find(({ id }) => id === order_line_id)?.order_id),
  );
  return order.parts.filter(({ id }) => ids.has(id));
}

/** What vendors give back for these pieces, by line id, in kopecks; never more than they were credited. */
export function vendorShares(
  { parts, lines }: Pick<LockedOrder, 'parts' | 'lines'>,
  requested: ReadonlyMap<number, number>,
): Map<number, number> {
  return new Map(
    parts.flatMap((part) => {
      if (part.credited_amount === null) return [];
      const bearsDiscount = part.discount_shop_id === part.shop_id;
      const pieces = lines
        .filter((line) => line.order_id === part.id)
        .map((line) => ({
          id: line.id,
          quantity: line.quantity,
          refunded: line.refunded_quantity,
          base: toMinor(line.subtotal) - (bearsDiscount ? toMinor(line.discount) : 0),
        }));
      return [...vendorMoney(pieces, toMinor(part.credited_amount), requested)];
    }),
  );
}
