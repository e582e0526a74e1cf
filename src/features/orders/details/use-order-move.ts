import type { OrderStatus } from '@/contract/orders/status';
import type { Order } from '@/contract/orders/wire';
import { useModalActions } from '@/state/modal';
import { confirmedMoves, isHandedOverByCode } from './next-step';
import { useOrderCall } from './use-order-call';

/** Moves an order or part: immediately, or after a confirmation if it cannot be undone. */
export function useOrderMove(order: Pick<Order, 'id' | 'version' | 'tracking_number' | 'order_status'>) {
  const { open } = useModalActions();
  const { id, version, tracking_number: number, order_status: status } = order;
  const call = useOrderCall({ method: 'put', path: `orders/${id}`, done: 'resources:orders.moved' });
  const move = (to: OrderStatus) => {
    if (confirmedMoves.includes(to)) open('CHANGE_ORDER_STATUS', { id, version, number, to });
    else call.mutate({ order_status: to, version });
  };
  /** The next step: a courier or a pickup point hands the order over by the customer's code. */
  const step = (to: OrderStatus) => {
    if (to === 'order-completed' && isHandedOverByCode(status)) open('COMPLETE_ORDER_CODE', { id, number });
    else move(to);
  };
  return { isMoving: call.isPending, move, step };
}
