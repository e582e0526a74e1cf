import { useTranslation } from 'next-i18next/pages';
import { paidStatuses } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import { useMoney } from '@/state/use-money';

interface Sum {
  key: string;
  value: number;
  isStrong?: boolean;
}

/** What an order comes to; of a whole one also what points paid and what is due (reference pages §3.7). */
export function OrderTotals({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('form');
  const money = useMoney();
  return (
    <dl className="ms-auto mt-4 grid max-w-90 gap-1.5 border-t border-line pt-3 tabular-nums">
      {sumsOf(order).map(({ key, value, isStrong }) => (
        <div key={key} className={`flex justify-between gap-4 ${isStrong ? 'text-card font-semibold' : ''}`}>
          <dt className={isStrong ? '' : 'text-ink-second'}>{t(`form:orders.details.sums.${key}`)}</dt>
          <dd>{value < 0 ? t('form:orders.details.less', { sum: money(-value) }) : money(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function sumsOf(order: OrderDetails): Sum[] {
  const isWhole = order.parent_id === null;
  const cancelled = order.cancelled_amount + order.cancelled_tax + order.cancelled_delivery_fee;
  const isPaid = paidStatuses.includes(order.payment_status) || order.order_status === 'order-completed';
  const some = (key: string, value: number): Sum[] => (value > 0 ? [{ key, value }] : []);
  return [
    { key: 'subtotal', value: order.amount },
    ...(order.discount > 0 ? [{ key: 'discount', value: -order.discount }] : []),
    { key: 'delivery', value: order.delivery_fee },
    ...some('tax', order.sales_tax),
    { key: 'total', value: order.total, isStrong: true },
    ...some('cancelled', cancelled),
    ...some('refunded', order.refunded_amount),
    ...(isWhole ? some('wallet', order.wallet_amount) : []),
    ...(isWhole
      ? [{ key: 'due', value: isPaid ? 0 : order.total - order.wallet_amount, isStrong: true }]
      : []),
  ];
}
