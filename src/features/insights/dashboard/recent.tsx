import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { StatusBadge } from '@/components/domain/status-badge';
import type { AnswerTo, RowIn } from '@/contract/endpoint-types';
import { withdraws } from '@/contract/ledger/withdraws';
import { orders } from '@/contract/orders';
import { shownNumber } from '@/contract/orders/number';
import { isPartlyRefunded } from '@/contract/orders/status';
import { apiAs } from '@/lib/api/client';
import { formatRelative } from '@/lib/format/relative';
import { useMoney } from '@/state/use-money';
import { Lines } from './lines';
import { allIn, type DashboardScope, recordIn } from './scope';
import { Widget } from './widget';

const shown = 5;

/** Latest rows of a family, of one shop or all the user's. */
function useLatest<Endpoint extends 'orders' | 'withdraws'>(
  { name, endpoint }: { name: string; endpoint: Endpoint },
  { shop }: DashboardScope,
) {
  const query = { limit: shown, ...(shop && { shop_id: shop.id }) };
  return useQuery({
    // Shares the list key, so that list invalidation refreshes it.
    queryKey: [name, 'list', query],
    queryFn: () => apiAs.page<RowIn<AnswerTo<'GET', Endpoint>>>(endpoint, query),
    select: ({ rows }) => rows,
    refetchInterval: 60_000,
  });
}

export function RecentOrders({ scope }: { scope: DashboardScope }) {
  const { t, i18n } = useTranslation(['insights', 'orders']);
  const money = useMoney();
  return (
    <Widget
      title={t('insights:dashboard.recent-orders.title')}
      all={allIn(scope, '/orders', t('insights:dashboard.all'))}
      query={useLatest(orders, scope)}
      empty={t('insights:dashboard.recent-orders.empty')}
    >
      {(rows) => (
        <Lines
          lines={rows.map((order) => ({
            key: order.id,
            href: recordIn(scope, orders, order.id, order.shop),
            title: t('common:id', { id: shownNumber(order) }),
            note: [
              order.customer?.name ?? order.customer_name ?? t('orders:orders.list.guest'),
              scope.base === undefined ? order.shop?.name : undefined,
              isPartlyRefunded(order) && t('orders:orders.partly-refunded'),
              t('orders:orders.list.lines', { count: order.products_count }),
              formatRelative(order.created_at, i18n.language),
            ]
              .filter(Boolean)
              .join(' · '),
            end: (
              <>
                <b className="font-semibold">{money(order.total)}</b>
                <StatusBadge resource={orders} column="order_status" value={order.order_status} />
              </>
            ),
          }))}
        />
      )}
    </Widget>
  );
}

/** Latest withdrawal requests. */
export function RecentWithdraws({ scope }: { scope: DashboardScope }) {
  const { t, i18n } = useTranslation('insights');
  const money = useMoney();
  return (
    <Widget
      title={t('insights:dashboard.withdraws.title')}
      all={allIn(scope, '/withdraws', t('insights:dashboard.all'))}
      query={useLatest(withdraws, scope)}
      empty={t('insights:dashboard.withdraws.empty')}
    >
      {(rows) => (
        <Lines
          lines={rows.map((row) => ({
            key: row.id,
            href: recordIn(scope, withdraws, row.id, row.shop),
            title: row.shop?.name ?? t('common:id', { id: row.id }),
            note: [t('common:id', { id: row.id }), formatRelative(row.created_at, i18n.language)].join(' · '),
            end: (
              <>
                <b className="font-semibold">{money(row.amount)}</b>
                <StatusBadge resource={withdraws} value={row.status} />
              </>
            ),
          }))}
        />
      )}
    </Widget>
  );
}
