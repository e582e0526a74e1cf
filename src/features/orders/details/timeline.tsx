import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/card';
import { WrittenText } from '@/components/written-text';
import { orders } from '@/contract/orders';
import type { OrderDetails, OrderEvent } from '@/contract/orders/wire';
import { formatDateTime } from '@/lib/format';
import { useLabels } from '@/lib/labels';

/** What happened to an order, the latest first, with who did it and why. */
export function Timeline({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('form');
  return (
    <Card title={t('form:orders.details.events')} className="print:hidden">
      <ol className="grid">
        {order.events.toReversed().map((event) => (
          <li
            key={event.id}
            className="relative border-s border-line ps-5 pb-4 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden="true"
              className="absolute -start-1.25 top-1.5 size-2.5 rounded-full border-2 border-accent bg-surface"
            />
            <Step event={event} isWhole={order.parent_id === null} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Step({ event, isWhole }: { event: OrderEvent; isWhole: boolean }) {
  const { t, i18n } = useTranslation('form');
  const labels = useLabels(orders);
  const key = event.kind === 'payment' ? 'payment_status' : 'order_status';
  const isMove = event.kind === 'status' || event.kind === 'payment';
  const to = event.to && (isMove ? labels.option(key, event.to) : event.to);
  const by = [event.user?.name, isWhole && event.shop?.name].filter(Boolean).join(' · ');
  return (
    <>
      <p className="font-medium break-words">
        {t(`form:orders.events.${event.kind}`)}
        {to && event.kind !== 'placed' && `: ${to}`}
      </p>
      <p className="text-small text-ink-second">
        <time dateTime={event.at}>{formatDateTime(event.at, i18n.language)}</time>
        {by && `, ${by}`}
      </p>
      {event.note && <WrittenText text={event.note} className="mt-0.5 block break-words" />}
    </>
  );
}
