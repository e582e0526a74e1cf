import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import type { OrderDetails } from '@/contract/orders/wire';
import type { PaymentAttempt } from '@/contract/payments/views';
import { api } from '@/lib/api/client';
import { useRefresh } from '@/lib/api/use-refresh';
import { formatDateTime } from '@/lib/format/format';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';

interface HoldProps {
  order: OrderDetails;
  attempt: PaymentAttempt;
  /** Whoever hands the goods over. */
  mayTake: boolean;
}

/** Money that the bank holds: until when, and the way to take it before the goods are handed over. */
export function Hold({ order, attempt: { held, capture_until, is_capturing }, mayTake }: HoldProps) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  const take = useMutation({
    mutationFn: () => api.post(`orders/${order.id}/capture`),
    onSuccess: () => showToast('success', t('payments:payments.hold.asked')),
    onSettled: useRefresh(['orders', 'refunds', 'shops']),
  });
  const when = capture_until === null ? '' : formatDateTime(capture_until, i18n.language);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint pt-3">
      <div className="me-auto min-w-0" role="status">
        <p className="font-medium">
          {is_capturing
            ? t('payments:payments.hold.taking', { sum: money(held) })
            : t('payments:payments.hold.until', { when })}
        </p>
        <p className="text-small text-ink-second">{t('payments:payments.hold.text')}</p>
      </div>
      {mayTake && !is_capturing && (
        <Button size="small" isLoading={take.isPending} onClick={() => take.mutate()}>
          {t('payments:payments.hold.take')}
        </Button>
      )}
    </div>
  );
}
