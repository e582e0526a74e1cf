import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import { endedStatuses } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import { restoreStock } from '@/server/modules/catalogue/stock/stock';
import { postEntry } from '@/server/modules/ledger/ledger';
import { releaseCoupon } from '@/server/modules/promotions/coupons/coupon-redemption';
import { notifyCustomer, notifyShops, orderCancelled, partCancelled } from './emails';
import {
  deriveRoot,
  type LockedOrder,
  recordEvent,
  type StoredOrder,
  type StoredPart,
  writeOrder,
} from './lock-order';
import { cashOf, closeIntents } from './payments/payment-intents';
import { returnHeld } from './payments/receive-payment';
import { openReturn, pointsEntry, pointsOf } from './return-payment';

/**
 * Cancels parts that may be: their pieces go back to the stock once, what they cost leaves them and the whole order by
 * exactly the same sums, points return to the wallet, money that came is to be given back (reference rules §3.11; hazards
 * H-04, H-09, H-50). The caller has locked the order and checked the move.
 */
export async function cancelParts(
  ctx: Ctx,
  order: LockedOrder,
  parts: readonly StoredPart[],
  note: string | null,
): Promise<void> {
  const { root } = order;
  const isPaid = root.payment_status === 'payment-success';
  const returned = isPaid ? parts.reduce((sum, part) => sum + cashOf(part), 0) : 0;
  const points = await pointsOf(ctx, root, parts);
  await returnStock(ctx, order, parts);
  const gone = parts.map(sumsOf);
  for (const part of parts) {
    const from = part.order_status;
    await writeOrder(
      ctx,
      part,
      { order_status: 'order-cancelled', cancelled_at: ctx.now, ...refundedPoints(part) },
      without(part, sumsOf(part)),
    );
    await recordEvent(ctx, part, { kind: 'status', from, to: 'order-cancelled', note });
  }
  const isWhole = order.parts.every(({ order_status }) => order_status === 'order-cancelled');
  await writeOrder(ctx, root, isWhole ? refundedPoints(root) : {}, {
    ...without(root, addUp(gone)),
    wallet_points: toDecimal(toMinor(root.wallet_points) - points),
  });
  const ids = new Set(parts.map(({ id }) => id));
  await openReturn(
    ctx,
    root,
    returned,
    order.lines.filter(({ order_id }) => ids.has(order_id)),
  );
  await deriveRoot(ctx, order);
  if (isWhole) await returnHeld(ctx, order);
  await closeIntents(ctx, root.id);
  await releaseUnused(ctx, order);
  const entry = pointsEntry(root, points);
  if (entry) await postEntry(ctx, entry);
  await tell(ctx, order, parts, { note, returned: fromMinor(returned), points: fromMinor(points) });
}

/** Gives the pieces of parts back to the stock, of each part once (hazard H-04). */
export async function returnStock(ctx: Ctx, order: LockedOrder, parts: readonly StoredPart[]): Promise<void> {
  const taken = parts.filter(({ stock_returned_at }) => stock_returned_at === null);
  if (taken.length === 0) return;
  await restoreStock(ctx, stockLinesOf(order, taken), { family: 'orders', rowId: order.root.id });
  for (const part of taken) {
    await ctx.db
      .updateTable('orders')
      .set({ stock_returned_at: ctx.now })
      .where('id', '=', part.id)
      .execute();
    part.stock_returned_at = ctx.now;
  }
}

/** The pieces of parts as the stock counts them. */
export function stockLinesOf({ lines }: LockedOrder, parts: readonly StoredPart[]) {
  const ids = new Set(parts.map(({ id }) => id));
  return lines
    .filter(({ order_id, quantity }) => ids.has(order_id) && quantity > 0)
    .map(({ product_id, variation_option_id, quantity }) => ({
      ...{ productId: product_id, variationId: variation_option_id, quantity },
    }));
}

/** Gives the use of a coupon back when nothing of its order is left (reference rules R-128). */
export async function releaseUnused(ctx: Ctx, { root, parts }: LockedOrder): Promise<void> {
  const isOver = parts.every(
    ({ order_status }) => endedStatuses.includes(order_status) && order_status !== 'order-refunded',
  );
  if (isOver && root.coupon_usage_id !== null) await releaseCoupon(ctx, root.coupon_usage_id);
}

/** What points alone had paid is given back at once. */
const refundedPoints = (row: StoredOrder) =>
  row.payment_status === 'payment-wallet' ? ({ payment_status: 'payment-refunded' } as const) : {};

/** The sums of a row in kopecks, as they leave it. */
function sumsOf(row: StoredOrder) {
  return {
    amount: toMinor(row.amount),
    discount: toMinor(row.discount),
    sales_tax: toMinor(row.sales_tax),
    delivery_fee: toMinor(row.delivery_fee),
    total: toMinor(row.total),
    wallet_amount: toMinor(row.wallet_amount),
  };
}

type Sums = ReturnType<typeof sumsOf>;

/** A row without these sums. What left stands in `cancelled_*`: the goods net of their discount, tax and delivery. */
function without(row: StoredOrder, gone: Sums) {
  const left = sumsOf(row);
  const total = toDecimal(left.total - gone.total);
  return {
    amount: toDecimal(left.amount - gone.amount),
    discount: toDecimal(left.discount - gone.discount),
    sales_tax: toDecimal(left.sales_tax - gone.sales_tax),
    delivery_fee: toDecimal(left.delivery_fee - gone.delivery_fee),
    total,
    paid_total: total,
    wallet_amount: toDecimal(left.wallet_amount - gone.wallet_amount),
    cancelled_amount: toDecimal(toMinor(row.cancelled_amount) + gone.amount - gone.discount),
    cancelled_tax: toDecimal(toMinor(row.cancelled_tax) + gone.sales_tax),
    cancelled_delivery_fee: toDecimal(toMinor(row.cancelled_delivery_fee) + gone.delivery_fee),
  };
}

function addUp(all: readonly Sums[]): Sums {
  const sum = (key: keyof Sums) => all.reduce((total, one) => total + one[key], 0);
  return {
    amount: sum('amount'),
    discount: sum('discount'),
    sales_tax: sum('sales_tax'),
    delivery_fee: sum('delivery_fee'),
    total: sum('total'),
    wallet_amount: sum('wallet_amount'),
  };
}

async function tell(
  ctx: Ctx,
  { root, parts: all }: LockedOrder,
  parts: readonly StoredPart[],
  about: { note: string | null; returned: number; points: number },
): Promise<void> {
  const isWhole = root.order_status === 'order-cancelled';
  const [only] = parts;
  const isOfOneShop = !isWhole && all.length > 1 && parts.length === 1 && only;
  const shop = isOfOneShop
    ? await ctx.db.selectFrom('shops').select('name').where('id', '=', only.shop_id).executeTakeFirst()
    : undefined;
  const number = isOfOneShop ? only.tracking_number : root.tracking_number;
  const letter = orderCancelled({ ...about, name: root.customer_name, number, shop: shop?.name ?? null });
  await notifyCustomer(ctx, root, 'statusChangeOrder', letter);
  await notifyShops(ctx, parts, 'statusChangeOrder', (reader) =>
    partCancelled({ ...reader, note: about.note }),
  );
}
