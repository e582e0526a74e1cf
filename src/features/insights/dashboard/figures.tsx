import { useTranslation } from 'next-i18next/pages';
import { FigureTile } from '@/components/page/metric-tile';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import {
  type Days,
  type Metric,
  type MetricName,
  metricNames,
  moneyFigures,
  type PeriodMetrics,
} from '@/contract/insights/analytics';
import { messageKey, toClientError } from '@/lib/api/errors';
import { formatNumber, formatTime } from '@/lib/format/format';
import { useMayOpen } from '@/lib/session/rights';
import { Change } from './change';
import { ExportButton } from './export-button';
import { daysText } from './period-text';
import { addressIn, type DashboardScope, soldFilter } from './scope';
import { Sparkline } from './sparkline';
import { useFigures } from './use-figures';
import { useWholeMoney } from './use-whole-money';

interface FiguresProps {
  scope: DashboardScope;
  query: Record<string, string>;
}

/** Metrics of the period, each compared to the previous one and linked to its list. */
export function Figures({ scope, query }: FiguresProps) {
  const { t, i18n } = useTranslation(['insights', 'common']);
  const money = useWholeMoney();
  const found = useFigures('figures', query);
  const { data, error } = found;
  const { data: trends } = useFigures('trends', query, data !== undefined);
  const all = data ? metricNames.filter((name) => data.figures[name]) : expectedOf(scope);
  const names = all.filter((name) => !isMinor(name, scope));
  const minor = all.filter((name) => isMinor(name, scope));
  const write = (name: MetricName, value: number) =>
    moneyFigures.includes(name) ? money(value) : formatNumber(value, i18n.language);
  const compared = data
    ? comparisonText(data, (key, days) => t(`insights:dashboard.${key}`, days), i18n.language)
    : '';
  if (error && !data) return <Failure error={error} onRetry={() => void found.refetch()} />;
  return (
    <div>
      <div className={found.isPlaceholderData ? 'opacity-60' : ''}>
        <section
          aria-label={t('insights:dashboard.figures.title')}
          className={`grid grid-cols-2 gap-3 max-lg:[&>:last-child:nth-child(odd)]:col-span-2 ${
            names.length % 4 === 0 ? 'lg:grid-cols-4' : 'lg:grid-cols-3'
          }`}
        >
          {names.map((name) => {
            const figure = data?.figures[name];
            return (
              <FigureTile
                key={name}
                label={t(`insights:dashboard.figures.${name}`)}
                href={data ? hrefOf(scope, name, data.period, query.basis) : addressIn(scope, '/orders')}
                value={figure && write(name, figure.value)}
                picture={<Trend values={trends?.trends[name]} />}
                note={<Note name={name} figure={figure} write={write} />}
              />
            );
          })}
        </section>
      </div>
      {/* As high as its lines on a phone will be: what stands below must not jump when they come. */}
      <div
        className={`mt-1 flex min-h-7.5 flex-wrap items-center justify-between gap-x-3 lg:flex-nowrap phone:mt-3 phone:gap-y-1 ${minor.length > 0 ? 'phone:min-h-31' : 'phone:min-h-19'}`}
      >
        {/* Of the line only the sentence gives way. */}
        <p className="text-small text-ink-second lg:min-w-0 lg:flex-1">
          {compared}
          {/* On a narrow desktop the line belongs to the figures. */}
          {data && (
            <span className="lg:max-[1600px]:hidden">
              {`${compared.endsWith('.') ? '' : '.'} ${t('insights:dashboard.updated', { time: formatTime(new Date(found.dataUpdatedAt).toISOString(), i18n.language) })}`}
            </span>
          )}
        </p>
        {data && minor.length > 0 && (
          <Minor names={minor} scope={scope} data={data} query={query} write={write} />
        )}
        <ExportButton table="figures" query={query} title={t('insights:dashboard.figures.title')} />
      </div>
    </div>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('common');
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4"
    >
      <p className="text-ink-second">{t(messageKey(toClientError(error)))}</p>
      <Button size="small" onClick={onRetry}>
        {t('common:button-retry')}
      </Button>
    </div>
  );
}

/** Figures of the marketplace that have no tile of their own. */
const isMinor = (name: MetricName, { isMarket }: DashboardScope): boolean =>
  isMarket && ['refunds', 'customers', 'shops', 'vendors'].includes(name);

interface MinorProps extends FiguresProps {
  names: readonly MetricName[];
  data: PeriodMetrics;
  write: (name: MetricName, value: number) => string;
}

function Minor({ names, scope, data, query, write }: MinorProps) {
  const { t } = useTranslation('insights');
  const mayOpen = useMayOpen();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-second sm:ms-auto">
      {names.map((name) => {
        const href = hrefOf(scope, name, data.period, query.basis);
        return (
          <li key={name}>
            <TextLink href={mayOpen(href.split(/[?#]/, 1)[0] || '/') ? href : undefined}>
              {t(`insights:dashboard.figures.${name}`)}{' '}
              <b className="font-semibold text-ink tabular-nums">
                {write(name, data.figures[name]?.value ?? 0)}
              </b>
            </TextLink>
          </li>
        );
      })}
    </ul>
  );
}

/** Two days make a curve, if anything happened on them. */
function Trend({ values }: { values: readonly number[] | undefined }) {
  return values && values.length > 1 && values.some((value) => value !== 0) ? (
    <Sparkline values={values} />
  ) : null;
}

interface NoteProps {
  name: MetricName;
  /** Undefined while loading. */
  figure: Metric | undefined;
  write: (name: MetricName, value: number) => string;
}

/** The change below a figure, or its reserved space while loading: two lines on a phone. */
function Note({ name, figure, write }: NoteProps) {
  const { t } = useTranslation('insights');
  if (!figure) return <span className="block h-5 phone:h-9" />;
  const was = figure.previous && t('insights:dashboard.change.was', { figure: write(name, figure.previous) });
  return (
    <span {...(was && { title: was })}>
      <Change figure={figure} isBad={name === 'refunds' || name === 'cancelled'} />
    </span>
  );
}

/** The compared periods; only the current one without previous values. */
function comparisonText(
  { period, previous, until, figures }: PeriodMetrics,
  word: (key: string, days: Record<string, string>) => string,
  language: string,
): string {
  const days = daysText(period);
  if (!Object.values(figures).some((figure) => figure.previous)) return days;
  const compared = { days, previous: daysText(previous) };
  // Today is compared with the same hours of the earlier day.
  return until
    ? word('compared-until', { ...compared, time: formatTime(until, language) })
    : word('compared', compared);
}

/** Placeholder tiles that keep the layout stable while loading. */
function expectedOf({ isMarket, seesMoney }: DashboardScope): MetricName[] {
  if (!seesMoney) return ['orders', 'completed', 'cancelled'];
  const own: MetricName[] = ['revenue', 'orders', 'average', 'refunds'];
  return isMarket ? [...own, 'commission', 'customers', 'shops', 'vendors'] : own;
}

/** The list that a metric counts. */
function hrefOf(scope: DashboardScope, name: MetricName, period: Days, basis: string | undefined): string {
  const { from, to } = period;
  const created = { created_from: from, created_to: to };
  const ordersOf = (order_status: string) => addressIn(scope, '/orders', { order_status, ...created });
  const sold = addressIn(scope, '/orders', soldFilter(basis, period));
  const addresses: Record<MetricName, string> = {
    revenue: sold,
    average: sold,
    completed: ordersOf('order-completed'),
    cancelled: ordersOf('order-cancelled'),
    orders: sold,
    refunds: addressIn(scope, '/refunds', { status: 'approved', decided_from: from, decided_to: to }),
    commission: addressIn(scope, '/ledger', { from, to }),
    customers: addressIn(scope, '/users/customer', created),
    shops: addressIn(scope, '/shops', created),
    vendors: addressIn(scope, '/users/vendors', created),
  };
  return addresses[name];
}
