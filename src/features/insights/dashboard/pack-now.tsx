import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { orders } from '@/contract/orders';
import { shownNumber } from '@/contract/orders/number';
import { api } from '@/lib/api/client';
import { formatDate, formatNumber, formatTime, isToday } from '@/lib/format/format';
import { formatRelative } from '@/lib/format/relative';
import { Lines } from './lines';
import { allIn, type DashboardScope, recordIn } from './scope';
import { Widget } from './widget';

const shown = 5;

/** What a shop has to assemble: paid orders, and those that are paid on handover. */
const waiting = { order_status: 'order-processing', orderBy: 'ship_by', sortedBy: 'asc' };

/** The first orders to assemble, of one shop or all of the person's. */
export function useToPack({ shop }: DashboardScope, isOn: boolean) {
  const { order_status, ...order } = waiting;
  const query = {
    limit: shown,
    search: `order_status:${order_status}`,
    ...order,
    ...(shop && { shop_id: shop.id }),
  };
  return useQuery({
    // Shares the list key, so that list invalidation refreshes it.
    queryKey: [orders.name, 'list', query],
    queryFn: () => api.page('orders', query),
    refetchInterval: 60_000,
    enabled: isOn,
  });
}

interface PackNowProps {
  scope: DashboardScope;
  query: ReturnType<typeof useToPack>;
}

/** A vendor's morning: what to assemble, by the deadline. */
export function PackNow({ scope, query }: PackNowProps) {
  const { t, i18n } = useTranslation(['insights', 'orders']);
  const total = query.data?.paginator.total ?? 0;
  const word = (key: string, more: Record<string, unknown> = {}) => t(`insights:dashboard.pack.${key}`, more);
  return (
    <Widget
      title={word('title')}
      all={
        total > shown
          ? allIn(scope, '/orders', word('all', { number: formatNumber(total, i18n.language) }), waiting)
          : undefined
      }
      query={query}
      isEmpty={({ rows }) => rows.length === 0}
      empty={word('empty')}
    >
      {({ rows }) => (
        <Lines
          lines={rows.map((order) => ({
            key: order.id,
            href: recordIn(scope, orders, order.id, order.shop),
            title: t('common:id', { id: shownNumber(order) }),
            note: [
              t('orders:orders.list.lines', { count: order.products_count }),
              order.customer?.name ?? order.customer_name ?? t('orders:orders.list.guest'),
              scope.base === undefined ? order.shop?.name : undefined,
            ]
              .filter(Boolean)
              .join(' · '),
            end: <Deadline at={order.ship_by} />,
          }))}
        />
      )}
    </Widget>
  );
}

/** Until when, and how long that is: red when it is over, amber today. */
function Deadline({ at }: { at: string | null | undefined }) {
  const { t, i18n } = useTranslation('insights');
  if (!at)
    return <span className="text-small text-ink-second">{t('insights:dashboard.pack.no-deadline')}</span>;
  const { language } = i18n;
  const isDue = isToday(at);
  const isLate = Date.parse(at) < Date.now();
  const time = [!isDue && formatDate(at), formatTime(at, language)].filter(Boolean).join(', ');
  return (
    <>
      <Badge tone={isLate ? 'bad' : isDue ? 'warn' : 'neutral'}>
        {isLate ? (
          <>
            <span className="phone:hidden">{t('insights:dashboard.pack.late', { time })}</span>
            {/* The day would leave no room for the number; how long it is stands below. */}
            <span className="hidden phone:inline">{t('insights:dashboard.pack.is-late')}</span>
          </>
        ) : (
          t('insights:dashboard.pack.until', { time })
        )}
      </Badge>
      <span className="text-small text-ink-second">{formatRelative(at, language)}</span>
    </>
  );
}
