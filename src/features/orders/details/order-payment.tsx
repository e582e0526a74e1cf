import { useQuery } from '@tanstack/react-query';
import { Copy, RefreshCw } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { orders } from '@/contract/orders';
import { repayableStatuses } from '@/contract/orders/moves';
import { unpaidStatuses } from '@/contract/orders/status';
import type { OrderDetails, PaymentIntent } from '@/contract/orders/wire';
import { useCan } from '@/lib/api/capabilities';
import { copyText } from '@/lib/copy-text';
import { formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useModalActions } from '@/state/modal';
import { useMoney } from '@/state/use-money';
import { paymentQuery, useOrderCall } from '../use-order-call';
import { CheckPayment } from './check-payment';

/** Payment method and deadline, with the payment link of an unpaid order. The header shows the payment's state. */
export function OrderPayment({ order, isAdmin }: { order: OrderDetails; isAdmin: boolean }) {
  const { t, i18n } = useTranslation('orders');
  const labels = useLabels(orders);
  const intent = order.payment_intent;
  return (
    <div className="mt-3 border-t border-line-faint pt-3">
      <p className="flex justify-between gap-4">
        <span className="text-ink-second">{t('orders:orders.details.payment')}</span>
        <span className="font-medium">{labels.option('payment_gateway', order.payment_gateway)}</span>
      </p>
      {order.pay_until && (
        <p className="mt-2 text-warn">
          {t('orders:orders.details.pay-until', { when: formatDateTime(order.pay_until, i18n.language) })}
        </p>
      )}
      {isAdmin && intent && <PaymentLink intent={intent} order={order} />}
      {isAdmin && order.parent_id === null && <PaymentSteps order={order} />}
    </div>
  );
}

function PaymentLink({ intent, order }: { intent: PaymentIntent; order: OrderDetails }) {
  const { t } = useTranslation(['orders', 'form']);
  const url = intent.payment_intent_info.redirect_url;
  const number = order.tracking_number;
  const asksAcquirer = useCan('payments');
  const check = useOrderCall({ path: 'orders/payment', done: 'orders:orders.details.payment-checked' });
  return (
    <div className="mt-3 grid gap-2 print:hidden">
      {!url && (intent.preparing || !asksAcquirer) && unpaidStatuses.includes(order.payment_status) && (
        <p className="text-small text-ink-second">
          {t(`orders:orders.details.${intent.preparing ? 'link-preparing' : 'no-link'}`)}
        </p>
      )}
      {url && (
        <Button
          icon={<Copy aria-hidden="true" className="size-4" />}
          onClick={() => void copyText(url, t('form:qr.copied'), t('form:qr.copy-failed'))}
        >
          {t('orders:orders.details.copy-link')}
        </Button>
      )}
      {asksAcquirer ? (
        <CheckPayment orderId={order.id} />
      ) : (
        <Button
          icon={<RefreshCw aria-hidden="true" className="size-4" />}
          isLoading={check.isPending}
          onClick={() => check.mutate({ tracking_number: number, payment_gateway: intent.payment_gateway })}
        >
          {t('orders:orders.details.check-payment')}
        </Button>
      )}
    </div>
  );
}

/** Payment actions of an administrator: decide on a deviating amount, or change the gateway. */
export function PaymentSteps({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders');
  const { open } = useModalActions();
  const canDecide = useCan('order-payments');
  const canChange = useCan('order-editing');
  if (order.payment_status === 'payment-awaiting-for-approval')
    return canDecide && <PaymentDecision order={order} />;
  const isEarly = repayableStatuses.includes(order.order_status);
  if (!canChange || !canDecide || !isEarly || !unpaidStatuses.includes(order.payment_status)) return null;
  return (
    <Button
      className="mt-3 w-full print:hidden"
      aria-haspopup="dialog"
      onClick={() => open('CHANGE_GATEWAY', { number: order.tracking_number })}
    >
      {t('orders:orders.details.other-gateway')}
    </Button>
  );
}

/** Accepts or returns a payment of a deviating amount. */
function PaymentDecision({ order: { id, tracking_number: number, version } }: { order: OrderDetails }) {
  const { t } = useTranslation('orders');
  const money = useMoney();
  const { data } = useQuery(paymentQuery(number));
  const path = `orders/${id}/payment-decision` as const;
  const accept = useOrderCall({ path, done: 'orders:orders.details.payment-accepted' });
  const returnPayment = useOrderCall({ path, done: 'orders:orders.details.payment-sent-back' });
  if (!data || data.awaiting_amount === null) return null;
  const { due, awaiting_amount: came } = data;
  const isShort = came < due;
  return (
    <div className="mt-3 grid gap-2 border-t border-line-faint pt-3 print:hidden">
      <p className="font-medium text-warn">
        {t('orders:orders.details.payment-differs', { came: money(came), due: money(due) })}
      </p>
      <p className="text-small text-ink-second">
        {t(`orders:orders.details.${isShort ? 'payment-short' : 'payment-more'}`)}
      </p>
      {!isShort && (
        <Button
          variant="primary"
          isLoading={accept.isPending}
          disabled={returnPayment.isPending}
          onClick={() => accept.mutate({ decision: 'accept', version })}
        >
          {t('orders:orders.details.accept-payment')}
        </Button>
      )}
      <Button
        isLoading={returnPayment.isPending}
        disabled={accept.isPending}
        onClick={() => returnPayment.mutate({ decision: 'return', version })}
      >
        {t('orders:orders.details.send-back-payment')}
      </Button>
    </div>
  );
}
