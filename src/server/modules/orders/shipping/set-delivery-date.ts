import type { deliveryDateSchema } from '@/contract/orders/schema';
import { endedStatuses, type OrderStatus } from '@/contract/orders/status';
import { businessDay } from '@/contract/settings/business-day';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { Input } from '@/server/core/validate';
import { assertFresh } from '../assert-fresh';
import { aboutOrder, deliveryDateSet, notifyCustomer } from '../emails';
import { endPaymentDeadline, lockOrder, recordEvent, type StoredOrder, writeOrder } from '../lock-order';
import { isCash } from '../payments/payment-intents';
import { orderDetails } from '../presenter';

/**
 * `POST orders/{id}/delivery-date`: sets the agreed day of a part, or of a whole order and all its unfinished parts.
 * Throws NOT_FOUND, CONFLICT, VALIDATION_FAILED for a past day, ACTION_NOT_VALID for completed or ended orders.
 */
export async function setDeliveryDate(
  ctx: UserCtx,
  key: string,
  { delivery_date: day, delivery_time, version }: Input<typeof deliveryDateSchema>,
): Promise<JsonRecord> {
  if (day < businessDay(ctx.now)) rejectField('delivery_date', 'error-date-past');
  const { root, parts, target } = await lockOrder(ctx, key);
  await assertFresh(ctx, target, version);
  const isOver = (status: OrderStatus) => status === 'order-completed' || endedStatuses.includes(status);
  if (isOver(target.order_status)) throw new AppError('ACTION_NOT_VALID');
  const unfinished =
    target.id === root.id ? parts.filter(({ order_status }) => !isOver(order_status)) : [target];
  // The date of a single part is also the date of the whole order.
  const rows = target.id === root.id || parts.length === 1 ? [root, ...unfinished] : unfinished;
  const isSame = rows.every(
    (row) =>
      row.delivery_date === day &&
      (delivery_time === undefined || row.delivery_time === (delivery_time || null)),
  );
  if (isSame) return { ...(await orderDetails(ctx, target.id)) };
  const from = deliveryText(target);
  // Cash is paid on the agreed day, so the payment deadline ends.
  if (isCash(root.payment_gateway)) await endPaymentDeadline(ctx, root);
  for (const row of rows) {
    await writeOrder(ctx, row, {
      delivery_date: day,
      ...(delivery_time !== undefined && { delivery_time: delivery_time || null }),
    });
  }
  await recordEvent(ctx, target, { kind: 'delivery-date', from, to: deliveryText(target) });
  const message = deliveryDateSet({ ...aboutOrder(target), day, time: target.delivery_time });
  await notifyCustomer(ctx, root, 'statusChangeOrder', message);
  return { ...(await orderDetails(ctx, target.id)) };
}

const deliveryText = ({ delivery_date, delivery_time }: StoredOrder) =>
  [delivery_date, delivery_time].filter((text) => text !== null && text !== '').join(', ') || null;
