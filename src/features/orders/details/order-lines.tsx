import { useTranslation } from 'next-i18next/pages';
import { Thumbnail } from '@/components/media/thumbnail';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { WrittenText } from '@/components/ui/written-text';
import { paidStatuses } from '@/contract/orders/status';
import type { OrderDetails, OrderLine } from '@/contract/orders/wire';
import { piecesText } from '@/features/orders/pieces';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** Lines of an order and its totals. */
export function OrderLines({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('form');
  const head = 'pb-2 ps-4 text-end font-medium';
  const word = (key: string) => t(`form:orders.details.${key}`);
  return (
    <Card title={word('products')}>
      <table className="w-full text-start tabular-nums phone:block" aria-label={word('products')}>
        <thead className="border-b border-line text-small text-ink-second phone:hidden">
          <tr>
            <th scope="col" className="pb-2 text-start font-medium">
              {word('product')}
            </th>
            {(['price', 'quantity', 'discount', 'sum'] as const).map((key) => (
              <th key={key} scope="col" className={head}>
                {word(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line-faint phone:block">
          {order.products.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </tbody>
      </table>
      {order.note && (
        <div className="mt-4 rounded-control bg-sunken px-3 py-2.5">
          <p className="text-small text-ink-second">{word('note')}</p>
          <WrittenText text={order.note} className="block whitespace-pre-line break-words" />
        </div>
      )}
      <OrderTotals order={order} />
    </Card>
  );
}

const cell =
  'py-2.5 ps-4 text-end align-top whitespace-nowrap phone:inline phone:p-0 phone:pe-3 phone:text-small phone:text-ink-second';

function Line({ line }: { line: OrderLine }) {
  const { t, i18n } = useTranslation('form');
  const money = useMoney();
  const facts = [line.variation, line.sku].filter(Boolean).join(' · ');
  return (
    <tr className="phone:block phone:py-2.5">
      <td className="py-2.5 phone:block phone:p-0">
        <span className="flex min-w-0 items-start gap-3">
          <Thumbnail path={line.image?.thumbnail} title={line.name} />
          <span className="min-w-0">
            <WrittenText text={line.name} className="block font-medium break-words" />
            {facts && <span className="block text-small break-words text-ink-second">{facts}</span>}
            <LineFlags line={line} />
          </span>
        </span>
      </td>
      <td className={cell}>{money(line.unit_price)}</td>
      <td className={cell}>
        <bdi>{piecesText(formatNumber(line.order_quantity, i18n.language), line.unit)}</bdi>
      </td>
      <td className={`${cell} ${line.discount > 0 ? '' : 'phone:hidden'}`}>
        {line.discount > 0 ? t('form:orders.details.less', { sum: money(line.discount) }) : '—'}
      </td>
      <td className={`${cell} font-medium phone:float-end phone:pe-0`}>
        {money(line.subtotal - line.discount)}
      </td>
    </tr>
  );
}

/** Flags for whoever packs the line. */
function LineFlags({ line }: { line: OrderLine }) {
  const { t } = useTranslation('form');
  const { requires_marking, is_digital, refunded_quantity: count } = line;
  if (!requires_marking && !is_digital && count === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {requires_marking && <Badge tone="warn">{t('form:orders.details.marking')}</Badge>}
      {is_digital && <Badge tone="accent">{t('form:orders.details.digital')}</Badge>}
      {count > 0 && <Badge>{t('form:orders.details.returned', { count })}</Badge>}
    </span>
  );
}

interface TotalRow {
  key: string;
  value: number;
  isStrong?: boolean;
}

/** Totals; a whole order also shows points used and the amount due (reference pages §3.7). */
function OrderTotals({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('form');
  const money = useMoney();
  return (
    <dl className="ms-auto mt-4 grid max-w-90 gap-1.5 border-t border-line pt-3 tabular-nums">
      {totalRows(order).map(({ key, value, isStrong }) => (
        <div key={key} className={`flex justify-between gap-4 ${isStrong ? 'text-card font-semibold' : ''}`}>
          <dt className={isStrong ? '' : 'text-ink-second'}>{t(`form:orders.details.sums.${key}`)}</dt>
          <dd>{value < 0 ? t('form:orders.details.less', { sum: money(-value) }) : money(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function totalRows(order: OrderDetails): TotalRow[] {
  const isWhole = order.parent_id === null;
  const cancelled = order.cancelled_amount + order.cancelled_tax + order.cancelled_delivery_fee;
  const isPaid = paidStatuses.includes(order.payment_status) || order.order_status === 'order-completed';
  const some = (key: string, value: number): TotalRow[] => (value > 0 ? [{ key, value }] : []);
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
