import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { FigureTile, FigureTiles } from '@/components/page/metric-tile';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { isRecord } from '@/contract/core/own-value';
import { analyticsEndpoint } from '@/contract/insights/analytics';
import { orders, orderTones } from '@/contract/orders';
import type { OrderStatus } from '@/contract/orders/status';
import { apiAs } from '@/lib/api/client';
import { formatMonth } from '@/lib/format/calendar-words';
import { formatNumber } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useMoney } from '@/state/use-money';
import { addressIn, type DashboardScope } from './scope';
import { useWholeMoney } from './use-whole-money';
import { Widget } from './widget';

/** `GET analytics` in the dialect's format; servers leave out what they do not count. */
interface PlainAnalytics extends Partial<Record<string, unknown>> {
  totalYearSaleByMonth?: { month: string; total: number | string }[] | null;
}

const sums = ['totalRevenue', 'todaysRevenue', 'totalRefunds'] as const;
const counts = ['totalOrders', 'newCustomers', 'totalShops', 'totalVendors'] as const;
const figures = [...sums, ...counts];

/** The list behind each figure. */
const places: Record<(typeof figures)[number], string> = {
  totalRevenue: '/orders',
  todaysRevenue: '/orders',
  totalRefunds: '/refunds',
  totalOrders: '/orders',
  newCustomers: '/users/customer',
  totalShops: '/shops',
  totalVendors: '/users/vendors',
};
/** Figures of a marketplace only. */
const ofMarket: readonly string[] = ['newCustomers', 'totalShops', 'totalVendors'];

const spans = { today: 'today', weekly: '7', monthly: '30', yearly: 'year' } as const;

const statuses: Record<string, OrderStatus> = {
  pending: 'order-pending',
  processing: 'order-processing',
  localFacility: 'order-at-local-facility',
  outForDelivery: 'order-out-for-delivery',
  complete: 'order-completed',
  cancelled: 'order-cancelled',
  refunded: 'order-refunded',
  failed: 'order-failed',
};

/** Figures of a server that returns everything in one response and has no periods. */
export function PlainFigures({ scope }: { scope: DashboardScope }) {
  const found = useQuery({
    queryKey: [analyticsEndpoint, 'plain'],
    queryFn: () => apiAs.get<PlainAnalytics>(analyticsEndpoint),
  });
  return (
    <QueryBoundary query={found}>
      {(all) => (
        <div className="space-y-4">
          <Totals all={all} scope={scope} />
          <div className="grid items-start gap-4 xl:grid-cols-2">
            {scope.seesMoney && <Months all={all} />}
            <Statuses all={all} />
          </div>
        </div>
      )}
    </QueryBoundary>
  );
}

function Totals({ all, scope }: { all: PlainAnalytics; scope: DashboardScope }) {
  const { t, i18n } = useTranslation('insights');
  const money = useWholeMoney();
  const isSum = (name: string) => sums.some((one) => one === name);
  const shown = figures.filter((name) => {
    if (all[name] === undefined || all[name] === null) return false;
    return (scope.isMarket || !ofMarket.includes(name)) && (scope.seesMoney || !isSum(name));
  });
  return (
    <FigureTiles label={t('insights:dashboard.plain.title')}>
      {shown.map((name) => (
        <FigureTile
          key={name}
          label={t(`insights:dashboard.plain.${name}`)}
          href={addressIn(scope, places[name])}
          value={isSum(name) ? money(numberOf(all[name])) : formatNumber(numberOf(all[name]), i18n.language)}
        />
      ))}
    </FigureTiles>
  );
}

function Months({ all }: { all: PlainAnalytics }) {
  const { t, i18n } = useTranslation('insights');
  const money = useMoney();
  const rows = Array.isArray(all.totalYearSaleByMonth) ? all.totalYearSaleByMonth : [];
  const most = Math.max(...rows.map(({ total }) => numberOf(total)), 0);
  return (
    <Widget
      title={t('insights:dashboard.plain.months')}
      query={{ data: rows, error: null, refetch: () => undefined }}
      isEmpty={() => most === 0}
      empty={t('insights:dashboard.sales.empty')}
    >
      {(months) => (
        <ol className="grid gap-1.5 px-4 pb-3">
          {months.map(({ month, total }) => (
            <li key={month} className="grid grid-cols-[6.5rem_1fr_auto] items-center gap-3">
              <span className="text-ink-second">{monthName(month, i18n.language)}</span>
              <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line-faint">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${(numberOf(total) / most) * 100}%` }}
                />
              </span>
              <b className="font-medium tabular-nums">{money(numberOf(total))}</b>
            </li>
          ))}
        </ol>
      )}
    </Widget>
  );
}

/** Orders by status today and in the last 7, 30 and 365 days. */
function Statuses({ all }: { all: PlainAnalytics }) {
  const { t, i18n } = useTranslation('insights');
  const labels = useLabels(orders);
  const counted = Object.entries(spans).flatMap(([name, period]) => {
    const byStatus = all[`${name}TotalOrderByStatus`];
    return isRecord(byStatus) ? [{ period, byStatus }] : [];
  });
  return (
    <Widget
      title={t('insights:dashboard.statuses.title')}
      query={{ data: counted, error: null, refetch: () => undefined }}
      empty={t('insights:dashboard.recent-orders.empty')}
    >
      {(columns) => (
        <div className="overflow-x-auto px-4 pb-2">
          <table className="w-full">
            <thead>
              <tr className="text-small text-ink-second">
                <td />
                {columns.map(({ period }) => (
                  <th key={period} scope="col" className="ps-3 pb-1 text-end font-medium whitespace-nowrap">
                    {t(`insights:dashboard.period.${period}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Object.entries(statuses).map(([name, status]) => (
                <tr key={name} className="border-t border-line-faint">
                  <th scope="row" className="py-1.5 text-start font-normal">
                    <Badge tone={orderTones[status]}>{labels.option('order_status', status)}</Badge>
                  </th>
                  {columns.map(({ period, byStatus }) => (
                    <td key={period} className="ps-3 text-end tabular-nums">
                      {formatNumber(numberOf(byStatus[name]), i18n.language)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Widget>
  );
}

/** Servers name months in English. */
function monthName(month: string, language: string): string {
  const date = new Date(`${month} 1, 2000`);
  if (Number.isNaN(date.getTime())) return month;
  const name = formatMonth(`2000-${String(date.getMonth() + 1).padStart(2, '0')}`, language, {
    hasYear: false,
  });
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

const numberOf = (value: unknown) => Number(value) || 0;
