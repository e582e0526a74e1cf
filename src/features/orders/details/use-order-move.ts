import { useMutation, useQueryClient } from '@tanstack/react-query';
import { shownNumber } from '@/contract/orders/number';
import type { OrderStatus } from '@/contract/orders/status';
import type { Order } from '@/contract/orders/wire';
import { loadSteps } from '@/features/orders/queue/load-steps';
import { useCan } from '@/lib/api/capabilities';
import { loadPart } from '@/lib/api/client';
import { useModalActions } from '@/state/modal';
import { confirmedMoves, isHandedOverByCode } from './next-step';
import { useCashRule } from './use-cash-rule';

type Moved = Pick<
  Order,
  | 'id'
  | 'version'
  | 'tracking_number'
  | 'short_number'
  | 'order_status'
  | 'payment_gateway'
  | 'payment_status'
  | 'parcel_number'
  | 'is_digital'
  | 'shop_id'
> & { children?: readonly unknown[] };

/** Moves an order or part: immediately, or after a confirmation if it cannot be undone. */
export function useOrderMove(order: Moved) {
  const { open } = useModalActions();
  const { id, version, order_status: status } = order;
  const number = shownNumber(order);
  const cash = useCashRule()(order);
  const client = useQueryClient();
  const call = useMutation({
    mutationFn: async (body: { order_status: OrderStatus; version: number }) =>
      (await loadPart(loadSteps)).moveOrder(client, { id, number }, body),
  });
  const canShip = useCan('order-editing');
  const isOneParcel = order.shop_id !== null || order.children?.length === 1;
  const asksParcel = canShip && isOneParcel && !order.is_digital && !order.parcel_number;
  const about = { id, number, ...(cash && { cash }) };
  const move = (to: OrderStatus) => {
    if (to === 'order-completed' && cash === 'kept') open('COMPLETE_ORDER_CODE', about);
    else if (to === 'order-completed') open('CHANGE_ORDER_STATUS', { ...about, version, to });
    else if (confirmedMoves.includes(to)) open('CHANGE_ORDER_STATUS', { id, version, number, to });
    else if (asksParcel && isHandedOverByCode(to)) open('SHIP_ORDER', { id, version, number, to });
    else call.mutate({ order_status: to, version });
  };
  /** The next step: a courier or a pickup point hands the order over by the customer's code. */
  const step = (to: OrderStatus) => {
    if (to === 'order-completed' && isHandedOverByCode(status)) open('COMPLETE_ORDER_CODE', about);
    else move(to);
  };
  /** Key of the step's label below `orders:orders.moves`. */
  const stepLabel = (to: OrderStatus) =>
    to === 'order-completed' && (cash === 'kept' || isHandedOverByCode(status)) ? 'by-code' : to;
  return { isMoving: call.isPending, move, step, stepLabel };
}
