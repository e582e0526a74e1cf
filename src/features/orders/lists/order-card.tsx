import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import { orders, orderTones } from '@/contract/orders';
import { cancelledSum, isCancelled } from '@/contract/orders/cancelled-sum';
import { shownNumber } from '@/contract/orders/number';
import { isPartlyRefunded } from '@/contract/orders/status';
import type { Order } from '@/contract/orders/wire';
import { formatDate, formatTime, isToday } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useMoney } from '@/state/use-money';
import { shipByClass, useShipBy } from '../ship-by';

interface OrderCardProps {
  order: Order;
  href: string;
  /** The shop, in a list over several. */
  shop?: string | undefined;
}

/** An order on a phone, in three lines: number and sum, customer and status, next step and number of goods. */
export function OrderCard({ order, href, shop }: OrderCardProps) {
  const { t, i18n } = useTranslation('orders');
  const labels = useLabels(orders);
  const money = useMoney();
  const shipByOf = useShipBy();
  const { created_at: at, order_status: status } = order;
  const { language } = i18n;
  const name = order.customer?.name ?? order.customer_name ?? t('orders:orders.list.guest');
  const day = order.delivery_date && formatDate(order.delivery_date);
  const isOpen = status === 'order-processing' || status === 'order-pending';
  const goods = t('orders:orders.list.lines', { count: order.products_count });
  const shipBy = shipByOf(order);
  const delivery = isOpen && day ? t('orders:orders.list.deliver-on', { day }) : '';
  const todo = shipBy
    ? t(`orders:orders.list.${shipBy.tone === 'bad' ? 'late' : 'ship-by'}`, { time: shipBy.moment })
    : delivery;
  const tone = shipBy?.tone ?? (todo ? 'warn' : 'neutral');
  return (
    <span className="block w-full min-w-0">
      <span className="flex items-baseline gap-2">
        <Link href={href} className="min-w-0 rounded-badge font-semibold tabular-nums">
          {t('common:id', { id: shownNumber(order) })}
        </Link>
        <time dateTime={at} className="text-small whitespace-nowrap text-ink-second tabular-nums">
          {isToday(at) ? formatTime(at, language) : formatDate(at)}
        </time>
        {isCancelled(order) ? (
          <s className="ms-auto whitespace-nowrap text-ink-second tabular-nums">
            {money(cancelledSum(order))}
          </s>
        ) : (
          <b className="ms-auto font-semibold whitespace-nowrap tabular-nums">{money(order.total)}</b>
        )}
      </span>
      <span className="mt-1 flex items-center justify-between gap-2">
        <WrittenText text={name} className="line-clamp-1 min-w-0 break-words text-ink-second" />
        <Badge tone={orderTones[status]}>{labels.option('order_status', status)}</Badge>
      </span>
      {order.is_own_purchase && <Badge tone="warn">{t('orders:orders.fields.is_own_purchase')}</Badge>}
      {/* The shop has a line of its own where both are long: a name cut to a letter tells nothing. */}
      <span className="mt-1 flex flex-wrap justify-between gap-x-2 text-small">
        <span className={shipByClass[tone]}>
          {[todo, goods, isPartlyRefunded(order) && labels.text('partly-refunded')]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {shop && <span className="min-w-0 truncate text-ink-second">{shop}</span>}
      </span>
    </span>
  );
}
