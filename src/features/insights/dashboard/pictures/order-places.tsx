import { useTranslation } from 'next-i18next/pages';
import { TextLink } from '@/components/ui/text-link';
import type { PeriodStatuses } from '@/contract/insights/analytics';
import type { OrderStatus } from '@/contract/orders/status';
import { ExportButton } from '@/features/insights/dashboard/export-button';
import { addressIn, type DashboardScope } from '@/features/insights/dashboard/scope';
import { useFigures } from '@/features/insights/dashboard/use-figures';
import { Widget } from '@/features/insights/dashboard/widget';
import { formatNumber } from '@/lib/format/format';
import { formatPercent } from './percent';

interface Stage {
  key: 'placed' | 'confirmed' | 'sent' | 'handed' | 'returned';
  count: number;
  /** The orders that stopped or stand at this stage: each order is in one of them, or handed over or returned. */
  stay: { key: string; statuses: readonly OrderStatus[]; count: number }[];
}

/** Where the orders of the period stand now: every order in one place. */
export function OrderPlaces({ scope, query }: { scope: DashboardScope; query: Record<string, string> }) {
  const { t } = useTranslation('insights');
  const found = useFigures('statuses', query);
  const word = (key: string, more: Record<string, unknown> = {}) =>
    t(`insights:dashboard.places.${key}`, more);
  return (
    <Widget
      title={word('title')}
      note={found.data ? word('of', { count: stagesOf(found.data)[0].count }) : ''}
      query={found}
      lines={5}
      isEmpty={(data) => stagesOf(data)[0].count === 0}
      empty={word('empty')}
      tools={<ExportButton table="statuses" query={query} title={word('title')} />}
    >
      {(data) => {
        const stages = stagesOf(data);
        return (
          <ul className="@container grid gap-2 px-4 pt-1 pb-3">
            {stages.map((stage) => (
              <StageLine key={stage.key} stage={stage} stages={stages} scope={scope} period={data.period} />
            ))}
          </ul>
        );
      }}
    </Widget>
  );
}

interface StageLineProps {
  stage: Stage;
  stages: ReturnType<typeof stagesOf>;
  scope: DashboardScope;
  period: PeriodStatuses['period'];
}

const tones: Record<Stage['key'], string> = {
  placed: 'bg-accent',
  confirmed: 'bg-accent opacity-85',
  sent: 'bg-accent opacity-70',
  handed: 'bg-good',
  returned: 'bg-bad',
};

function StageLine({ stage: { key, count, stay }, stages, scope, period }: StageLineProps) {
  const { t, i18n } = useTranslation('insights');
  const [{ count: all }, , , handed] = stages;
  const hrefOf = (statuses: readonly OrderStatus[]) =>
    addressIn(scope, '/orders', {
      ...(statuses.length > 0 && { order_status: statuses.join(',') }),
      created_from: period.from,
      created_to: period.to,
    });
  const share =
    key === 'handed'
      ? ([count, all] as const)
      : key === 'returned'
        ? ([count, handed.count + count] as const)
        : undefined;
  const first = key === 'handed' ? ['order-completed'] : key === 'returned' ? ['order-refunded'] : [];
  return (
    <li className="grid grid-cols-[6.5rem_minmax(2rem,1fr)_3rem] items-center gap-x-3 gap-y-0.5 @md:grid-cols-[6.5rem_minmax(3rem,1fr)_3rem_minmax(11rem,1fr)]">
      <span>{t(`insights:dashboard.places.${key}`)}</span>
      <span aria-hidden="true" className="h-3.5 overflow-hidden rounded-[4px] bg-sunken">
        <span
          className={`block h-full rounded-[4px] ${tones[key]}`}
          style={{ width: `${all === 0 ? 0 : (count / all) * 100}%` }}
        />
      </span>
      <TextLink href={hrefOf(first as OrderStatus[])} className="text-end font-semibold tabular-nums">
        {formatNumber(count, i18n.language)}
      </TextLink>
      <span className="flex flex-wrap gap-x-3 text-small text-ink-second @max-md:col-span-3">
        {stay
          .filter((one) => one.count > 0)
          .map((one) => (
            <TextLink key={one.key} href={hrefOf(one.statuses)}>
              {t(`insights:dashboard.places.${one.key}`, { count: one.count })}
            </TextLink>
          ))}
        {share && share[0] > 0 && (
          <span>
            {t(`insights:dashboard.places.${key}-share`, {
              share: formatPercent(share[0] / share[1], i18n.language),
            })}
          </span>
        )}
      </span>
    </li>
  );
}

function stagesOf({ statuses }: PeriodStatuses): [Stage, Stage, Stage, Stage, Stage] {
  const count = (...of: OrderStatus[]) => of.reduce((all, status) => all + statuses[status].value, 0);
  const stay = (key: string, ...of: OrderStatus[]) => ({ key, statuses: of, count: count(...of) });
  const [pending, cancelled] = [
    stay('pending', 'order-pending'),
    stay('cancelled', 'order-cancelled', 'order-failed'),
  ];
  const packing = stay('packing', 'order-processing');
  const point = stay('at-point', 'order-at-local-facility');
  const courier = stay('with-courier', 'order-out-for-delivery');
  const handed = count('order-completed');
  const returned = count('order-refunded');
  const sent = handed + returned + point.count + courier.count;
  const confirmed = sent + packing.count;
  return [
    { key: 'placed', count: confirmed + pending.count + cancelled.count, stay: [pending, cancelled] },
    { key: 'confirmed', count: confirmed, stay: [packing] },
    { key: 'sent', count: sent, stay: [point, courier] },
    { key: 'handed', count: handed, stay: [] },
    { key: 'returned', count: returned, stay: [] },
  ];
}
