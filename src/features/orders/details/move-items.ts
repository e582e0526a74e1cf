import { ArrowRight, CircleX } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { MenuItem } from '@/components/ui/menu';
import type { OrderStatus } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import { isHandedOverByCode } from './next-step';

/** Menu items of the moves other than the next one; cancellation comes last. */
export function useMoveItems() {
  const { t } = useTranslation(['form', 'resources']);
  return (
    { order_status: status }: Pick<OrderDetails, 'order_status'>,
    moves: readonly OrderStatus[],
    next: OrderStatus | undefined,
    move: (to: OrderStatus) => void,
  ): MenuItem[] => {
    // Handing over without the code stays possible alongside the step that asks for it.
    const others = moves.filter(
      (to) => to !== next || (to === 'order-completed' && isHandedOverByCode(status)),
    );
    return others.map((to) => {
      const isCancel = to === 'order-cancelled';
      return {
        key: to,
        label: t(`resources:orders.moves.${to}`),
        icon: isCancel ? CircleX : ArrowRight,
        isDanger: isCancel,
        isSeparated: isCancel,
        onSelect: () => move(to),
      };
    });
  };
}
