import { sql } from 'kysely';
import { toDecimal, toMinor } from '@/contract/core/money';
import { mayMove, paymentMoves } from '@/contract/orders/status';
import type { RefundMethod } from '@/contract/refunds/states';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { restoreStock } from '@/server/modules/catalogue/stock/stock';
import { deriveRoot, recordEvent, type StoredOrder, writeOrder } from '@/server/modules/orders/lock-order';
import type { LockedRefund } from './approve-refund';
import { moveRefundMoney, type RefundPoints } from './refund-money';
import { vendorShares } from './refund-vendors';

interface How {
  method: RefundMethod;
  /** The pieces can be sold again. */
  restock: boolean;
}

/**
 * All that an approved refund does (design §5), in the order in which everybody locks: the order's rows, the stock, the
 * ledger. Answers the points that came to the wallet, in hundredths. Throws WRONG_REFUND when pieces came back otherwise
 * meanwhile, so that nothing comes back twice.
 */
export async function settleRefund(ctx: Ctx, locked: LockedRefund, how: How): Promise<RefundPoints> {
  // What a cancellation gives back was never handed over: its pieces are in the stock already, its vendor got nothing.
  if (locked.row.origin === 'cancellation') {
    await markReturned(ctx, locked, (part) => part.order_status === 'order-cancelled');
    return moveRefundMoney(ctx, locked, how.method, new Map());
  }
  const vendors = await takeBack(ctx, locked);
  if (how.restock) await restock(ctx, locked);
  const { lines } = locked.order;
  await markReturned(ctx, locked, (part) =>
    lines
      .filter((line) => line.order_id === part.id)
      .every((line) => line.refunded_quantity === line.quantity),
  );
  return moveRefundMoney(ctx, locked, how.method, vendors);
}

/** Counts the pieces and the money as given back; answers what each line's vendor gives back, in kopecks. */
async function takeBack(ctx: Ctx, { row, lines, order }: LockedRefund): Promise<Map<number, number>> {
  const asked = new Map(lines.map((line) => [line.order_line_id, line.quantity]));
  const vendors = vendorShares(order, asked);
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
  await addRefunded(ctx, order.root.id, toMinor(row.amount));
  for (const part of order.parts) {
    const ids = order.lines.filter((line) => line.order_id === part.id).map(({ id }) => id);
    const own = lines.filter(({ order_line_id }) => ids.includes(order_line_id));
    const sum = own.reduce((all, line) => all + toMinor(line.amount), 0);
    if (sum > 0) await addRefunded(ctx, part.id, sum);
  }
  return vendors;
}

/** The column's check keeps it at or below what was paid. */
async function addRefunded(ctx: Ctx, id: number, kopecks: number): Promise<void> {
  await ctx.db
    .updateTable('orders')
    .set({ refunded_amount: sql`refunded_amount + ${toDecimal(kopecks)}::numeric` })
    .where('id', '=', id)
    .execute();
}

async function restock(ctx: Ctx, { lines, order }: LockedRefund): Promise<void> {
  const pieces = lines.flatMap(({ order_line_id, quantity }) => {
    const line = order.lines.find(({ id }) => id === order_line_id);
    if (!line) return [];
    return [{ productId: line.product_id, variationId: line.variation_option_id, quantity }];
  });
  await restoreStock(ctx, pieces, { family: 'orders', rowId: order.root.id });
}

/**
 * Parts of the refund that nothing is left of are refunded, and the whole order once all of it is. Money that came without
 * need is for no part.
 */
async function markReturned(
  ctx: Ctx,
  { lines, order }: LockedRefund,
  isOver: (part: StoredOrder) => boolean,
): Promise<void> {
  const touched = new Set(
    lines.map(({ order_line_id }) => order.lines.find(({ id }) => id === order_line_id)?.order_id),
  );
  for (const part of order.parts) {
    if (!touched.has(part.id) || !isOver(part)) continue;
    const isCompleted = part.order_status === 'order-completed';
    await setPayment(ctx, part);
    if (!isCompleted) continue;
    await writeOrder(ctx, part, { order_status: 'order-refunded' });
    await recordEvent(ctx, part, { kind: 'status', from: 'order-completed', to: 'order-refunded' });
  }
  await deriveRoot(ctx, order);
  if (order.parts.every(({ payment_status }) => payment_status === 'payment-refunded')) {
    await setPayment(ctx, order.root);
  }
}

async function setPayment(ctx: Ctx, row: StoredOrder): Promise<void> {
  const from = row.payment_status;
  if (!mayMove(paymentMoves, from, 'payment-refunded')) return;
  await writeOrder(ctx, row, { payment_status: 'payment-refunded' });
  await recordEvent(ctx, row, { kind: 'payment', from, to: 'payment-refunded' });
}
