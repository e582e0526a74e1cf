import { useTranslation } from 'next-i18next/pages';
import { showToast } from '@/lib/toast';
import { useOrderCall } from './use-order-call';

/** Says that an order has moved. A handover can be undone from there until the customer is told. */
export function useMovedToast(id: number): (answer: unknown) => void {
  const { t } = useTranslation(['orders', 'common']);
  const undo = useOrderCall({ path: `orders/${id}/undo`, done: 'orders:orders.details.ship-undone' });
  return (answer) => {
    const until = undoUntil(answer);
    if (!until) {
      showToast('success', t('orders:orders.moved'));
      return;
    }
    showToast('success', t('orders:orders.details.shipped'), {
      action: { label: t('common:button-undo'), onClick: () => undo.mutate({}) },
      duration: Math.max(0, Date.parse(until) - Date.now()),
    });
  };
}

/** Other servers have no undo. */
function undoUntil(answer: unknown): string | undefined {
  const isOrder = typeof answer === 'object' && answer !== null && 'undo_until' in answer;
  return isOrder && typeof answer.undo_until === 'string' ? answer.undo_until : undefined;
}
