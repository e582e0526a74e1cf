import { businessDay } from '@/contract/core/business-day';
import { deliveryDateSchema } from '@/contract/orders/schema';
import { endedStatuses, type OrderStatus } from '@/contract/orders/status';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import { deliveryDateSet, notifyCustomer } from './emails';
import { endPaymentDeadline, lockOrder, recordEvent, type StoredOrder, writeOrder } from './lock-order';
import { assertFresh } from './move-order';
import { isCash } from './payments/payment-intents';
import { orderDetails } from './presenter';

/**
 * `POST orders/{id}/delivery-date` (reference pages §7.5): the day that was agreed with the customer, of a part or of a
 * whole order and all its parts that are under way. Throws NOT_FOUND, CONFLICT, VALIDATION_FAILED for a day that is over,
 * ACTION_NOT_VALID for what is delivered or cancelled.
 */
export async function setDeliveryDate(ctx: UserCtx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const { delivery_date: day, delivery_time, version } = await validate(deliveryDateSchema, body);
  if (day < businessDay(ctx.now))
    throw new AppError('VALIDATION_FAILED', { fields: { delivery_date: ['error-date-past'] } });
  const { root, parts, target } = await lockOrder(ctx, key);
  await assertFresh(ctx, target, version);
  const isOver = (status: OrderStatus) => status === 'order-completed' || endedStatuses.includes(status);
  if (isOver(target.order_status)) throw new AppError('ACTION_NOT_VALID');
  const under = target.id === root.id ? parts.filter(({ order_status }) => !isOver(order_status)) : [target];
  // The only part's day is the whole order's.
  const rows = target.id === root.id || parts.length === 1 ? [root, ...under] : under;
  const from = daysOf(target);
  // It is paid on the day that was agreed.
  if (isCash(root.payment_gateway)) await endPaymentDeadline(ctx, root);
  for (const row of rows) {
    await writeOrder(ctx, row, {
      delivery_date: day,
      ...(delivery_time !== undefined && { delivery_time: delivery_time || null }),
    });
  }
  await recordEvent(ctx, target, { kind: 'delivery-date', from, to: daysOf(target) });
  const about = { name: root.customer_name, number: target.tracking_number, day };
  await notifyCustomer(
    ctx,
    root,
    'statusChangeOrder',
    deliveryDateSet({ ...about, time: target.delivery_time }),
  );
  return { ...(await orderDetails(ctx, target.id)) };
}

const daysOf = ({ delivery_date, delivery_time }: StoredOrder) =>
  [delivery_date, delivery_time].filter((text) => text !== null && text !== '').join(', ') || null;
