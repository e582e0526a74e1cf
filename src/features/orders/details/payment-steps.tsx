import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { repayableStatuses, unpaidStatuses } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import { useModalActions } from '@/state/modal';
import { useMoney } from '@/state/use-money';
import { paymentQuery } from './payment-query';
import { useOrderCall } from './use-order-call';

/** What an administrator does about the payment of a whole order: decides on money of another sum, chooses another way. */
export function PaymentSteps({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('form');
  const { open } = useModalActions();
  if (order.payment_status === 'payment-awaiting-for-approval') return <Decision order={order} />;
  const isEarly = repayableStatuses.includes(order.order_status);
  if (!isEarly || !unpaidStatuses.includes(order.payment_status)) return null;
  return (
    <Button
      className="mt-3 w-full print:hidden"
      aria-haspopup="dialog"
      onClick={() => open('CHANGE_GATEWAY', { number: order.tracking_number })}
    >
      {t('form:orders.details.other-gateway')}
    </Button>
  );
}

/** Money came in another sum than was asked for: it is taken, or goes back. */
function Decision({ order: { id, tracking_number: number, version } }: { order: OrderDetails }) {
  const { t } = useTranslation('form');
  const money = useMoney();
  const { data } = useQuery(paymentQuery(number));
  const path = `orders/${id}/payment-decision`;
  const accept = useOrderCall({ path, done: 'form:orders.details.payment-accepted' });
  const giveBack = useOrderCall({ path, done: 'form:orders.details.payment-sent-back' });
  if (!data || data.awaiting_amount === null) return null;
  const { due, awaiting_amount: came } = data;
  const isShort = came < due;
  return (
    <div className="mt-3 grid gap-2 border-t border-line-faint pt-3 print:hidden">
      <p className="font-medium text-warn">
        {t('form:orders.details.payment-differs', { came: money(came), due: money(due) })}
      </p>
      <p className="text-small text-ink-second">
        {t(`form:orders.details.${isShort ? 'payment-short' : 'payment-more'}`)}
      </p>
      {!isShort && (
        <Button
          variant="primary"
          isLoading={accept.isPending}
          disabled={giveBack.isPending}
          onClick={() => accept.mutate({ decision: 'accept', version })}
        >
          {t('form:orders.details.accept-payment')}
        </Button>
      )}
      <Button
        isLoading={giveBack.isPending}
        disabled={accept.isPending}
        onClick={() => giveBack.mutate({ decision: 'return', version })}
      >
        {t('form:orders.details.send-back-payment')}
      </Button>
    </div>
  );
}
