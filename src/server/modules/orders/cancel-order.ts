import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import { cashTotal } from '@/contract/orders/money';
import { shownNumber } from '@/contract/orders/number';
import { isHeld } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import { postEntry } from '@/server/modules/ledger/ledger';
import { notifyCustomer, notifyShops, orderCancelled, partCancelled } from './emails';
import {
  deriveRoot,
  type LockedOrder,
  moveTo,
  type StoredOrder,
  type StoredPart,
  setPayment,
  writeOrder,
} from './lock-order';
import { closeAttempts } from './payments/open-attempts';
import { refundFromSuspense } from './payments/payment-in-suspense';
import { openCancellationRefund, pointsEntry, pointsPaidFor, returnable } from './payments/return-payment';
import { releaseUnused, returnStock } from './release-parts';

/**
 * Cancels parts: returns stock once, subtracts the same sums from the part and the whole order, returns points to the
 * wallet and opens a refund for money already paid (rules/orders: cancelled sums are subtracted and kept). The caller
 * has locked the order and checked the move.
 */
export async function cancelParts(
  ctx: Ctx,
  order: LockedOrder,
  parts: readonly StoredPart[],
  note: string | null,
): Promise<void> {
  const { root } = order;
  const isPaid = root.payment_status === 'payment-success';
  const paid = isPaid ? parts.reduce((sum, part) => sum + cashTotal(part), 0) : 0;
  const returned = await returnable(ctx, order, paid);
  const points = await pointsPaidFor(ctx, root, parts);
  await returnStock(ctx, order, parts);
  const cancelled = sumsOf(parts);
  for (const part of parts) {
    const change = { note, cancelled_at: ctx.now, ...refundedPoints(part) };
    await moveTo(ctx, part, 'order-cancelled', change, subtractSums(part, sumsOf([part])));
    if (isHeld(part)) await setPayment(ctx, part, 'payment-reversal');
  }
  const isWhole = order.parts.every(({ order_status }) => order_status === 'order-cancelled');
  await writeOrder(ctx, root, isWhole ? refundedPoints(root) : {}, {
    ...subtractSums(root, cancelled),
    wallet_points: toDecimal(toMinor(root.wallet_points) - points),
  });
  const ids = new Set(parts.map(({ id }) => id));
  const lines = order.lines.filter(({ order_id }) => ids.has(order_id));
  await openCancellationRefund(ctx, root, returned, { lines });
  await deriveRoot(ctx, order);
  if (isWhole) await refundFromSuspense(ctx, order);
  if (isWhole && isHeld(root)) await setPayment(ctx, root, 'payment-reversal');
  await closeAttempts(ctx, root.id, { keepsHold: !isWhole });
  await releaseUnused(ctx, order);
  const entry = pointsEntry(root, points);
  if (entry) await postEntry(ctx, entry);
  await notifyCancelled(ctx, order, parts, {
    note,
    returned: fromMinor(returned),
    points: fromMinor(points),
  });
}

/** What points alone pay is refunded immediately, also when money that paid once has gone back with a change. */
const refundedPoints = (row: StoredOrder) =>
  row.payment_status === 'payment-wallet' || (isPaidByPoints(row) && row.payment_status === 'payment-success')
    ? ({ payment_status: 'payment-refunded' } as const)
    : {};

const isPaidByPoints = (row: StoredOrder) => toMinor(row.wallet_amount) > 0 && cashTotal(row) === 0;

/** What rows have together, in kopecks. */
function sumsOf(rows: readonly StoredOrder[]) {
  type Column = 'amount' | 'discount' | 'sales_tax' | 'delivery_fee' | 'total' | 'wallet_amount';
  const sum = (column: Column) => rows.reduce((all, row) => all + toMinor(row[column]), 0);
  return {
    amount: sum('amount'),
    discount: sum('discount'),
    sales_tax: sum('sales_tax'),
    delivery_fee: sum('delivery_fee'),
    total: sum('total'),
    wallet_amount: sum('wallet_amount'),
  };
}

type Sums = ReturnType<typeof sumsOf>;

/** Columns after subtracting these sums; they are added to `cancelled_*` (goods net of discount, tax, delivery). */
function subtractSums(row: StoredOrder, cancelled: Sums) {
  const left = sumsOf([row]);
  const total = toDecimal(left.total - cancelled.total);
  return {
    amount: toDecimal(left.amount - cancelled.amount),
    discount: toDecimal(left.discount - cancelled.discount),
    sales_tax: toDecimal(left.sales_tax - cancelled.sales_tax),
    delivery_fee: toDecimal(left.delivery_fee - cancelled.delivery_fee),
    total,
    paid_total: total,
    wallet_amount: toDecimal(left.wallet_amount - cancelled.wallet_amount),
    cancelled_amount: toDecimal(toMinor(row.cancelled_amount) + cancelled.amount - cancelled.discount),
    cancelled_tax: toDecimal(toMinor(row.cancelled_tax) + cancelled.sales_tax),
    cancelled_delivery_fee: toDecimal(toMinor(row.cancelled_delivery_fee) + cancelled.delivery_fee),
  };
}

async function notifyCancelled(
  ctx: Ctx,
  { root, parts: all }: LockedOrder,
  parts: readonly StoredPart[],
  context: { note: string | null; returned: number; points: number },
): Promise<void> {
  const isWhole = root.order_status === 'order-cancelled';
  const [only] = parts;
  const isOfOneShop = !isWhole && all.length > 1 && parts.length === 1 && only;
  const shop = isOfOneShop
    ? await ctx.db.selectFrom('shops').select('name').where('id', '=', only.shop_id).executeTakeFirst()
    : undefined;
  const number = shownNumber(isOfOneShop ? only : root);
  const email = orderCancelled({ ...context, name: root.customer_name, number, shop: shop?.name ?? null });
  await notifyCustomer(ctx, root, 'statusChangeOrder', email);
  await notifyShops(ctx, parts, 'statusChangeOrder', (reader) =>
    partCancelled({ ...reader, note: context.note }),
  );
}
