import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { orders, orderTones } from '@/contract/orders';
import { type OrderStatus, orderStatuses } from '@/contract/orders/status';
import { formatNumber } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { Change } from './change';
import { ExportButton } from './export-button';
import { addressIn, type DashboardScope } from './scope';
import { useFigures } from './use-figures';
import { Widget } from './widget';

/** Statuses where an increase is bad. */
const sad: readonly OrderStatus[] = ['order-cancelled', 'order-refunded', 'order-failed'];

/** Current statuses of the period's orders, each linked to its list. */
export function Statuses({ scope, query }: { scope: DashboardScope; query: Record<string, string> }) {
  const { t, i18n } = useTranslation('insights');
  const labels = useLabels(orders);
  const found = useFigures('statuses', query);
  return (
    <Widget
      title={t('insights:dashboard.statuses.title')}
      query={found}
      lines={8}
      tools={<ExportButton table="statuses" query={query} title={t('insights:dashboard.statuses.title')} />}
    >
      {({ period, statuses }) => {
        const total = orderStatuses.reduce((all, status) => all + statuses[status].value, 0);
        return (
          <ul>
            {orderStatuses.map((status) => (
              <li key={status} className="border-t border-line-faint first:border-t-0">
                <Link
                  href={addressIn(scope, '/orders', {
                    ...{ order_status: status, created_from: period.from, created_to: period.to },
                  })}
                  className="grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-3 gap-y-0.5 px-4 py-1.5 transition-colors hover:bg-sunken focus-visible:-outline-offset-2 sm:grid-cols-[10.5rem_1fr_3rem_9rem]"
                >
                  <span className="min-w-0">
                    <Badge tone={orderTones[status]}>{labels.option('order_status', status)}</Badge>
                  </span>
                  <span
                    aria-hidden="true"
                    className="h-1.5 overflow-hidden rounded-full bg-line-faint max-sm:hidden"
                  >
                    <span
                      className="block h-full rounded-full bg-accent"
                      style={{ width: `${total === 0 ? 0 : (statuses[status].value / total) * 100}%` }}
                    />
                  </span>
                  <b className="text-end font-semibold tabular-nums">
                    {formatNumber(statuses[status].value, i18n.language)}
                  </b>
                  <span
                    className={`text-small text-ink-second sm:text-end ${statuses[status].previous ? 'max-sm:col-span-2' : 'max-sm:hidden'}`}
                  >
                    <Change
                      isShort
                      figure={statuses[status]}
                      isBad={sad.includes(status)}
                      isNeutral={!isEnd(status)}
                    />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        );
      }}
    </Widget>
  );
}

const isEnd = (status: OrderStatus) => status === 'order-completed' || sad.includes(status);
