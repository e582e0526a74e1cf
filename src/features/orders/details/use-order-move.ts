import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, CircleX } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { MenuItem } from '@/components/ui/menu';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { CashQuestion } from '@/contract/dialogs';
import { shownNumber } from '@/contract/orders/number';
import { isPaidOnHandover, type OrderStatus } from '@/contract/orders/status';
import type { Order } from '@/contract/orders/wire';
import { loadSteps } from '@/features/orders/queue/load-steps';
import { useCan } from '@/lib/api/capabilities';
import { loadPart } from '@/lib/api/client';
import { usePermissions } from '@/lib/session/me';
import { useModalActions } from '@/state/modal';
import { confirmedMoves, isHandedOverByCode } from './next-step';

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
  const { t } = useTranslation('orders');
  const { open } = useModalActions();
  const { id, version, order_status: status } = order;
  const number = shownNumber(order);
  const cash = useCashQuestion(order);
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
  /** Menu items of the moves other than the next one; cancellation comes last. */
  const menuItems = (moves: readonly OrderStatus[], next?: OrderStatus): MenuItem[] =>
    moves
      // Where the code is not a must, handing over without it stays possible alongside the step that asks for it.
      .filter(
        (to) => to !== next || (to === 'order-completed' && cash !== 'kept' && isHandedOverByCode(status)),
      )
      .map((to) => {
        const isCancel = to === 'order-cancelled';
        return {
          key: to,
          label: t(`orders:orders.moves.${to === 'order-completed' && cash === 'kept' ? 'by-code' : to}`),
          icon: isCancel ? CircleX : ArrowRight,
          isDanger: isCancel,
          isSeparated: isCancel,
          onSelect: () => move(to),
        };
      });
  return { isMoving: call.isPending, step, stepLabel, menuItems };
}

/**
 * What the person has to do with the cash of an order that is still to be completed; undefined where none is taken, or
 * where the server does not ask. A shop completes orders with cash only by the customer's code.
 */
function useCashQuestion(order: Moved): CashQuestion | undefined {
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const hasCodes = useCan('order-codes');
  if (!hasCodes || !isPaidOnHandover(order)) return undefined;
  return isAdmin ? 'ask' : 'kept';
}
