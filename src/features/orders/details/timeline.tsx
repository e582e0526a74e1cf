import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useState } from 'react';
import { OnlyWith } from '@/components/domain/only-with';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { WrittenText } from '@/components/ui/written-text';
import type { OrderDetails, OrderEvent } from '@/contract/orders/wire';
import { formatDateTime, formatTime } from '@/lib/format/format';
import { formatDayWord } from '@/lib/format/relative';
import { useOrderCall } from '../use-order-call';
import { useEventText } from './event-text';

/** Entries shown before «Показать раньше». */
const firstEntries = 15;

/** Everything that happened to an order by day, newest first: statuses, payments, messages and notes. */
export function Timeline({ order, canWork }: { order: OrderDetails; canWork: boolean }) {
  const { t, i18n } = useTranslation('orders');
  const [isWhole, setWhole] = useState(false);
  const events = timelineEntries(order);
  const shown = isWhole ? events : events.slice(0, firstEntries);
  return (
    <Card title={t('orders:orders.details.events')} className="print:hidden">
      <ol className="grid">
        {shown.map((event, place) => {
          const day = formatDayWord(event.at, i18n.language);
          const before = shown[place - 1];
          return (
            <Entry
              key={`${event.kind} ${event.id}`}
              event={event}
              day={before && formatDayWord(before.at, i18n.language) === day ? '' : day}
              action={
                canWork &&
                event.kind === 'mail' &&
                event.to !== 'waiting' && (
                  <OnlyWith capability="order-letters">
                    <Resend order={order} letter={event} />
                  </OnlyWith>
                )
              }
            />
          );
        })}
      </ol>
      {events.length > shown.length && (
        <Button size="small" variant="ghost" className="print:hidden" onClick={() => setWhole(true)}>
          {t('orders:orders.details.earlier', { count: events.length - shown.length })}
        </Button>
      )}
    </Card>
  );
}

const isMessage = ({ kind }: Pick<OrderEvent, 'kind'>) => kind === 'mail' || kind === 'sms';

/** Notes and messages look different from events of the order. */
function dotOf(kind: OrderEvent['kind']): string {
  if (kind === 'note') return 'bg-warn';
  return isMessage({ kind }) ? 'bg-line' : 'bg-accent';
}

interface EntryProps {
  event: TimelineEntry;
  /** Heading of a day, on its first entry. */
  day: string;
  action: ReactNode;
}

function Entry({ event, day, action }: EntryProps) {
  const { i18n } = useTranslation('form');
  const { title, note, detail } = useEventText()(event);
  const by = [detail, event.user?.name, ...event.shops].filter(Boolean).join(' · ');
  return (
    <li>
      {day && <p className="mt-1 pb-2 text-small font-medium text-ink-second">{day}</p>}
      <div className="grid grid-cols-[minmax(2.75rem,auto)_minmax(0,1fr)] gap-x-3 pb-3">
        <time
          dateTime={event.at}
          title={formatDateTime(event.at, i18n.language)}
          className="pt-px text-small whitespace-nowrap text-ink-second tabular-nums"
        >
          {formatTime(event.at, i18n.language)}
        </time>
        <div className="relative min-w-0 ps-4.5">
          <span
            aria-hidden="true"
            className={`absolute start-0 top-1.5 size-2 rounded-full ${dotOf(event.kind)}`}
          />
          <p className={`break-words ${isMessage(event) ? '' : 'font-medium'}`}>{title}</p>
          {note && <WrittenText text={note} className="block break-words whitespace-pre-line" />}
          {by && <p className="text-small break-words text-ink-second">{by}</p>}
          {action}
        </div>
      </div>
    </li>
  );
}

/** Sends an e-mail again, for a customer who cannot find it. */
function Resend({ order, letter }: { order: OrderDetails; letter: OrderEvent }) {
  const { t } = useTranslation('orders');
  const path = `orders/${order.id}/letters/${letter.id}/resend` as const;
  const sending = useOrderCall({ path, done: 'orders:orders.details.resent' });
  return (
    <Button
      size="small"
      variant="ghost"
      className="-ms-2.5 print:hidden"
      aria-label={`${t('orders:orders.details.resend')}: ${letter.note ?? ''}`}
      isLoading={sending.isPending}
      onClick={() => sending.mutate({})}
    >
      {t('orders:orders.details.resend')}
    </Button>
  );
}

interface TimelineEntry extends OrderEvent {
  /** Shops concerned; empty when it is the whole order. */
  shops: string[];
}

/**
 * Newest first. Simultaneous events of several parts, or of the whole order with its parts, are merged into one entry.
 */
function timelineEntries({ events, parent_id, children }: OrderDetails): TimelineEntry[] {
  if (parent_id !== null) return events.toReversed().map((event) => ({ ...event, shops: [] }));
  const entries = new Map<string, TimelineEntry>();
  for (const event of events) {
    const { id, at, kind, note, shop, to } = event;
    if (kind === 'placed' && shop !== null) continue;
    const isShared = kind === 'status' || kind === 'payment' || kind === 'refund';
    const key = isShared ? `${kind} ${to} ${at} ${note}` : `${kind} ${id}`;
    const entry = entries.get(key) ?? { ...event, shops: [] };
    if (shop) entry.shops.push(shop.name);
    entries.set(key, entry);
  }
  const isOfAll = ({ shops }: TimelineEntry) => shops.length >= children.length;
  return [...entries.values()]
    .map((entry) => (isOfAll(entry) ? { ...entry, shops: [] } : entry))
    .toReversed();
}
