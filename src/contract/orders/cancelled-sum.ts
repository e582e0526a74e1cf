import { sumMoney } from '@/contract/core/money';
import type { Order } from './wire';

/** True when nothing of the order is left to pay for, because all of it was cancelled. */
export function isCancelled({ order_status, total, ...order }: CancelledOrder): boolean {
  return order_status === 'order-cancelled' && total === 0 && cancelledSum(order) > 0;
}

/** Cancelled amount of an order at the prices that the customer would have paid. Roubles. */
export function cancelledSum(order: Pick<Order, CancelledPart>): number {
  return sumMoney(order.cancelled_amount, order.cancelled_tax, order.cancelled_delivery_fee);
}

type CancelledPart = 'cancelled_amount' | 'cancelled_tax' | 'cancelled_delivery_fee';
type CancelledOrder = Pick<Order, CancelledPart | 'order_status' | 'total'>;
