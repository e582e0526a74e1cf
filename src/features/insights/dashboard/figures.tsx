import { useTranslation } from 'next-i18next/pages';
import { FigureTile } from '@/components/page/metric-tile';
import { Button } from '@/components/ui/button';
import {
  type Days,
  type MetricName,
  metricNames,
  moneyFigures,
  type PeriodMetrics,
} from '@/contract/insights/analytics';
import { messageKey, toClientError } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { Change } from './change';
import { daysText } from './period-text';
import { addressIn, type DashboardScope } from './scope';
import { useFigures } from './use-figures';

interface FiguresProps {
  scope: DashboardScope;
  query: Record<string, string>;
}

/** Metrics of the period, each compared to the previous one and linked to its list. */
export function Figures({ scope, query }: FiguresProps) {
  const { t, i18n } = useTranslation(['resources', 'common']);
  const money = useMoney();
  const found = useFigures<PeriodMetrics>('figures', query);
  const { data, error } = found;
  const names = data ? metricNames.filter((name) => data.figures[name]) : expectedOf(scope);
  const write = (name: MetricName, value: number) =>
    moneyFigures.includes(name) ? money(value) : formatNumber(value, i18n.language);
  if (error && !data) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4"
      >
        <p className="text-ink-second">{t(messageKey(toClientError(error)))}</p>
        <Button size="small" onClick={() => void found.refetch()}>
          {t('common:button-retry')}
        </Button>
      </div>
    );
  }
  return (
    <div>
      <div className={found.isPlaceholderData ? 'opacity-60' : ''}>
        <section
          aria-label={t('resources:dashboard.figures.title')}
          className={`grid grid-cols-2 gap-3 max-lg:[&>:last-child:nth-child(odd)]:col-span-2 ${
            names.length % 4 === 0 ? 'lg:grid-cols-4' : 'lg:grid-cols-3'
          }`}
        >
          {names.map((name) => {
            const figure = data?.figures[name];
            return (
              <FigureTile
                key={name}
                label={t(`resources:dashboard.figures.${name}`)}
                href={data ? hrefOf(scope, name, data.period) : addressIn(scope, '/orders')}
                value={figure && write(name, figure.value)}
                note={
                  figure && (
                    <span
                      title={t('resources:dashboard.change.was', { figure: write(name, figure.previous) })}
                    >
                      <Change figure={figure} isBad={name === 'refunds' || name === 'cancelled'} />
                    </span>
                  )
                }
              />
            );
          })}
        </section>
      </div>
      <p className="mt-2 min-h-4.5 text-small text-ink-second">
        {data &&
          t('resources:dashboard.compared', {
            days: daysText(data.period, i18n.language),
            previous: daysText(data.previous, i18n.language),
          })}
      </p>
    </div>
  );
}

/** Placeholder tiles that keep the layout stable while loading. */
function expectedOf({ isMarket, seesMoney }: DashboardScope): MetricName[] {
  if (!seesMoney) return ['orders', 'completed', 'cancelled'];
  const own: MetricName[] = ['revenue', 'orders', 'average', 'refunds'];
  return isMarket ? [...own, 'commission', 'customers', 'shops', 'vendors'] : own;
}

/** The list that a metric counts. */
function hrefOf(scope: DashboardScope, name: MetricName, { from, to }: Days): string {
  const created = { created_from: from, created_to: to };
  const ordersOf = (order_status: string) => addressIn(scope, '/orders', { order_status, ...created });
  const addresses: Record<MetricName, string> = {
    revenue: ordersOf('order-completed'),
    average: ordersOf('order-completed'),
    completed: ordersOf('order-completed'),
    cancelled: ordersOf('order-cancelled'),
    orders: addressIn(scope, '/orders', created),
    refunds: addressIn(scope, '/refunds', { status: 'approved', decided_from: from, decided_to: to }),
    commission: addressIn(scope, '/ledger', { from, to }),
    customers: addressIn(scope, '/users/customer', created),
    shops: addressIn(scope, '/shops', created),
    vendors: addressIn(scope, '/users/vendors', created),
  };
  return addresses[name];
}
