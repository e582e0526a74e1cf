import words from '@locales/ru/resources.json?refunds';
import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { WrittenText } from '@/components/ui/written-text';
import { orders } from '@/contract/orders';
import type { OrderDetails, OrderEvent } from '@/contract/orders/wire';
import { refunds } from '@/contract/refunds';
import { formatDateTime } from '@/lib/format/format';
import { addWords } from '@/lib/i18n/i18n';
import { useLabels } from '@/lib/i18n/labels';

addWords('resources', { refunds: words.refunds });

/** Events of an order, newest first. */
export function Timeline({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('form');
  return (
    <Card title={t('form:orders.details.events')}>
      <ol className="grid">
        {timelineEvents(order).map((event) => (
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
  const refundLabels = useLabels(refunds);
  const labelByKind: Partial<Record<OrderEvent['kind'], (to: string) => string>> = {
    status: (to) => labels.option('order_status', to),
    payment: (to) => labels.option('payment_status', to),
    refund: (to) => refundLabels.option('status', to),
  };
  const to = event.to && (labelByKind[event.kind]?.(event.to) ?? event.to);
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

/** Newest first. An event that all parts share with the whole at the same moment is listed once. */
function timelineEvents({ events, parent_id }: OrderDetails): OrderEvent[] {
  if (parent_id !== null) return events.toReversed();
  const moment = ({ kind, to, at }: OrderEvent) => `${kind} ${to} ${at}`;
  const ofParts = new Set(events.filter(({ shop }) => shop !== null).map(moment));
  return events
    .filter((event) => {
      if (event.kind === 'placed') return event.shop === null;
      return (
        event.shop !== null || event.kind !== 'status' || event.note !== null || !ofParts.has(moment(event))
      );
    })
    .toReversed();
}
