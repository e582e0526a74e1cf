import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { TitleCell } from '@/components/table/title-cell';
import { Badge } from '@/components/ui/badge';
import { Skeleton } from '@/components/ui/skeleton';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { WrittenText } from '@/components/ui/written-text';
import { cancelledSum, isCancelled } from '@/contract/orders/cancelled-sum';
import { shownNumber } from '@/contract/orders/number';
import { hasDistinctPaymentStatus, isPartlyRefunded } from '@/contract/orders/status';
import type { Order } from '@/contract/orders/wire';
import { findDeliveryMethod } from '@/features/orders/details/delivery-method';
import { formatDate, formatDateTime, formatTime, isToday } from '@/lib/format/format';
import { part } from '@/lib/part';
import { useMoney } from '@/state/use-money';
import { shipByClass, useShipBy } from '../ship-by';

const OrderParts = part(
  dynamic(() => import('./parts-of-row').then((module) => module.OrderParts), {
    loading: () => <Skeleton className="mt-2 h-10 w-full" />,
  }),
);

/** Custom cells of the orders list: number with its goods and, for whole orders, expandable parts, customer. */
export function useOrderCells(hrefOf: (order: Order) => string, isOfParts: boolean) {
  const { t, i18n } = useTranslation('orders');
  const money = useMoney();
  /** `Курьером, 24 нояб., вечером`: delivery method and time. */
  const deliveryText = (order: Order) => {
    const { delivery_date, delivery_time } = order;
    const day = formatDate(delivery_date);
    const way = findDeliveryMethod(order);
    return [t(`orders:orders.list.${way}`), day, delivery_time].filter(Boolean).join(' · ');
  };
  return (order: Order, key: string): ReactNode => {
    if (key === 'tracking_number') {
      const title = {
        title: shownNumber(order),
        href: hrefOf(order),
        note: deliveryText(order),
      };
      return isOfParts ? <TitleCell {...title} /> : <NumberCell order={order} title={title} />;
    }
    if (key === 'created_at') return <OrderTime at={order.created_at} language={i18n.language} />;
    if (key === 'ship_by') return <ShipBy order={order} />;
    if (key === 'total' && isCancelled(order)) return <CancelledSum text={money(cancelledSum(order))} />;
    if (key === 'payment_status' && isPartlyRefunded(order)) {
      return <Badge tone="neutral">{t('orders:orders.partly-refunded')}</Badge>;
    }
    if (key === 'payment_status' && !hasDistinctPaymentStatus(order)) return null;
    if (key !== 'customer_name') return undefined;
    const name = order.customer?.name ?? order.customer_name ?? t('orders:orders.list.guest');
    const note = order.customer?.email ?? order.customer_email ?? order.customer_contact;
    return (
      <span className="block max-w-60 min-w-32 narrow:min-w-24 phone:min-w-0">
        <WrittenText text={name} className="line-clamp-2 break-words" />
        {order.is_own_purchase && <Badge tone="warn">{t('orders:orders.fields.is_own_purchase')}</Badge>}
        <span dir="ltr" className="line-clamp-1 text-start text-small break-all text-ink-second">
          {note}
        </span>
      </span>
    );
  };
}

/** Original value of a cancelled order: its current sums are zero. */
function CancelledSum({ text }: { text: string }) {
  return <s className="whitespace-nowrap text-ink-second">{text}</s>;
}

/** `14:05` for today, `22.11.2026, 14:05` in two lines for another day: narrower than a full date. */
function OrderTime({ at, language }: { at: string; language: string }) {
  const time = formatTime(at, language);
  return (
    <time dateTime={at} title={formatDateTime(at, language)} className="whitespace-nowrap text-ink-second">
      {!isToday(at) && <span className="block">{formatDate(at)}, </span>}
      {time}
    </time>
  );
}

/** The deadline to assemble: red when late, amber on its day. */
function ShipBy({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const found = useShipBy()(order);
  if (!found || !order.ship_by) return null;
  const { day, time, tone } = found;
  const isLate = tone === 'bad';
  return (
    <time dateTime={order.ship_by} className={`whitespace-nowrap tabular-nums ${shipByClass[tone]}`}>
      {day && <span className="block">{day}, </span>}
      {time}
      {isLate && <span className="sr-only"> {t('orders:orders.options.ship_by.late')}</span>}
    </time>
  );
}

function NumberCell({ order, title }: { order: Order; title: ComponentProps<typeof TitleCell> }) {
  const { t } = useTranslation('orders');
  const [isOpen, setOpen] = useState(false);
  const id = `parts-${order.id}`;
  return (
    <div className="min-w-32">
      <span className="flex items-center gap-1 narrow:gap-0">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('orders:orders.list.parts', { number: shownNumber(order) })}
          className="grid size-8 shrink-0 place-items-center rounded-control text-ink-second hover:bg-line-faint hover:text-ink narrow:-ms-2 pointer-coarse:size-10"
          onClick={() => setOpen(!isOpen)}
        >
          <SpriteIcon
            name="chevron-down"
            className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
        {/* As wide as a number: with both statuses in Russian the table just fits into 1366 px. */}
        <span className="min-w-0 *:min-w-22">
          <TitleCell {...title} />
        </span>
      </span>
      <div id={id}>{isOpen && <OrderParts id={order.id} />}</div>
    </div>
  );
}
