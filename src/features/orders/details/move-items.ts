import { ArrowRight, CircleX } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { MenuItem } from '@/components/ui/menu';
import type { OrderStatus } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import { isHandedOverByCode } from './next-step';
import { useCashRule } from './use-cash-rule';

/** Menu items of the moves other than the next one; cancellation comes last. */
export function useMoveItems() {
  const { t } = useTranslation('orders');
  const cashOf = useCashRule();
  return (
    order: Pick<OrderDetails, 'order_status' | 'payment_gateway' | 'payment_status'>,
    moves: readonly OrderStatus[],
    next: OrderStatus | undefined,
    move: (to: OrderStatus) => void,
  ): MenuItem[] => {
    const isOnlyByCode = cashOf(order) === 'kept';
    // Where the code is not a must, handing over without it stays possible alongside the step that asks for it.
    const others = moves.filter(
      (to) =>
        to !== next || (to === 'order-completed' && !isOnlyByCode && isHandedOverByCode(order.order_status)),
    );
    return others.map((to) => {
      const isCancel = to === 'order-cancelled';
      return {
        key: to,
        label: t(`orders:orders.moves.${to === 'order-completed' && isOnlyByCode ? 'by-code' : to}`),
        icon: isCancel ? CircleX : ArrowRight,
        isDanger: isCancel,
        isSeparated: isCancel,
        onSelect: () => move(to),
      };
    });
  };
}
