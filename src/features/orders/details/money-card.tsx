import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { cancelledSum } from '@/contract/orders/cancelled-sum';
import { shownNumber } from '@/contract/orders/number';
import { isHeld, paidStatuses } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import { useMoney } from '@/state/use-money';
import { OrderPayment } from './order-payment';
import { Shares } from './order-shares';

interface SumRow {
  key: string;
  value: number;
  /** `total` is emphasised, `good` marks received money. */
  look?: 'total' | 'good';
}

/** Price of the order, its payment, and each party's share. */
export function MoneyCard({ order, isAdmin }: { order: OrderDetails; isAdmin: boolean }) {
  const { t } = useTranslation('orders');
  const money = useMoney();
  const looks = { total: 'font-semibold', good: 'font-medium text-good' };
  return (
    <Card title={t('orders:orders.details.money')}>
      <dl className="grid gap-1.5 tabular-nums">
        {sumRows(order).map(({ key, value, look }) => (
          <div key={key} className={`flex justify-between gap-4 ${look === 'total' ? 'font-semibold' : ''}`}>
            <dt className={look === 'total' ? '' : 'text-ink-second'}>
              {t(`orders:orders.details.sums.${key}`)}
              {key === 'discount' && order.coupon && ` · ${order.coupon.code}`}
            </dt>
            <dd className={look ? looks[look] : 'font-medium'}>{money(value)}</dd>
          </div>
        ))}
      </dl>
      <OrderPayment order={order} isAdmin={isAdmin} />
      <KeptCash order={order} />
      {order.shares && <Shares order={order} shares={order.shares} />}
    </Card>
  );
}

/** Shops that took the money themselves, and so are credited without it. */
function KeptCash({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders');
  const parts = order.parent_id === null ? order.children : [order];
  const kept = parts.filter(({ cash_held_by }) => cash_held_by === 'shop');
  if (kept.length === 0) return null;
  const names = kept.map((part) => part.shop?.name ?? shownNumber(part)).join(', ');
  return (
    <p className="mt-3 text-small text-ink-second print:hidden">
      {t('orders:orders.details.kept-cash', { names, count: kept.length })}
    </p>
  );
}

/** A whole order also shows points and what is paid or due. */
function sumRows(order: OrderDetails): SumRow[] {
  const isWhole = order.parent_id === null;
  const cancelled = cancelledSum(order);
  const isPaid = paidStatuses.includes(order.payment_status) || order.order_status === 'order-completed';
  const rest = order.total - order.wallet_amount;
  const some = (key: string, value: number): SumRow[] => (value === 0 ? [] : [{ key, value }]);
  return [
    { key: 'subtotal', value: order.amount },
    ...some('discount', -order.discount),
    { key: 'delivery', value: order.delivery_fee },
    ...some('tax', order.sales_tax),
    { key: 'total', value: order.total, look: 'total' },
    ...some('cancelled', cancelled),
    ...(isWhole ? some('wallet', order.wallet_amount) : []),
    ...(isWhole && isPaid ? [{ key: 'paid', value: rest, look: 'good' } as const] : []),
    ...(isWhole && !isPaid
      ? [{ key: isHeld(order) ? 'held' : 'due', value: rest, look: 'total' } as const]
      : []),
    ...some('refunded', order.refunded_amount),
    ...some('goodwill', order.goodwill_amount ?? 0),
  ];
}
