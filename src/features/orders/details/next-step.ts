import { askableStatuses, movesFrom } from '@/contract/orders/moves';
import { cashGateways, type OrderStatus, paidStatuses } from '@/contract/orders/status';
import type { Order } from '@/contract/orders/wire';

/** Statuses completed by the customer's code. */
const completedByCode: readonly OrderStatus[] = ['order-at-local-facility', 'order-out-for-delivery'];

export const isHandedOverByCode = (status: OrderStatus) => completedByCode.includes(status);

/** Moves that are irreversible or move money need confirmation. */
export const confirmedMoves: readonly OrderStatus[] = ['order-cancelled', 'order-completed'];

type Ahead = Pick<Order, 'order_status' | 'delivery_point' | 'is_digital'>;

/**
 * The next regular move of the order. None while a payment is awaited: an administrator may release the order anyway,
 * but that is not the regular course.
 */
export function nextMove(
  moves: readonly OrderStatus[],
  { order_status, delivery_point, is_digital }: Ahead,
): OrderStatus | undefined {
  if (order_status !== 'order-processing') return moves.find((to) => to === 'order-completed');
  const way = delivery_point ? 'order-at-local-facility' : 'order-out-for-delivery';
  const wanted = is_digital ? 'order-completed' : way;
  return moves.find((to) => to === wanted);
}

/** Moves of one part that an administrator may request on the page of the whole order. */
export function movesOfPart({ order_status, payment_gateway, payment_status }: Order): OrderStatus[] {
  if (payment_status === 'payment-awaiting-for-approval') return ['order-cancelled'];
  const isUnpaid = !cashGateways.includes(payment_gateway) && !paidStatuses.includes(payment_status);
  const moves = movesFrom(order_status);
  return askableStatuses.filter((to) => moves.includes(to) && !(isUnpaid && to === 'order-completed'));
}
