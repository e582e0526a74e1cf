import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import type { PaymentCheck } from '@/contract/payments/links';
import { api } from '@/lib/api/client';
import { refetchAffected } from '../queue/moved-toast';

/** Asks the acquirer about the payment of an order, and says what it says. */
export function CheckPayment({ orderId }: { orderId: number }) {
  const { t } = useTranslation(['payments', 'orders']);
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => api.post(`orders/${orderId}/payment-check`),
    onSettled: () => refetchAffected(client),
  });
  return (
    <>
      <Button
        icon={<RefreshCw aria-hidden="true" className="size-4" />}
        isLoading={check.isPending}
        onClick={() => check.mutate()}
      >
        {t('orders:orders.details.check-payment')}
      </Button>
      {check.data && (
        <p role="status" className="text-small text-ink-second">
          <Said check={check.data} />
        </p>
      )}
    </>
  );
}

function Said({ check: { provider, said } }: { check: PaymentCheck }) {
  const { t } = useTranslation('payments');
  const isNamed = provider !== null && provider !== 'manual';
  const name = t(isNamed ? `payments:payments.providers.${provider}` : 'payments:payments.check.manual');
  return <>{t(`payments:payments.check.${said}`, { name })}</>;
}
