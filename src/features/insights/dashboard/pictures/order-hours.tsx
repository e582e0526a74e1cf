import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import type { PeriodHours, WeekHour } from '@/contract/insights/analytics/home';
import { addressIn, type DashboardScope, soldFilter } from '@/features/insights/dashboard/scope';
import { useFigures } from '@/features/insights/dashboard/use-figures';
import { Widget } from '@/features/insights/dashboard/widget';
import { formatWeekday } from '@/lib/format/calendar-words';
import { formatNumber } from '@/lib/format/format';

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const hoursOfDay = [...Array(24).keys()];

/** When people order, by weekday and hour of the business time zone. The cells add up to the orders of the tile. */
export function OrderHours({ scope, query }: { scope: DashboardScope; query: Record<string, string> }) {
  const { t, i18n } = useTranslation('insights');
  const found = useFigures('hours', query);
  const { data } = found;
  const most = mostOf(data?.hours ?? []);
  return (
    <Widget
      title={t(`insights:dashboard.hours.${query.basis === 'paid' ? 'title-paid' : 'title'}`)}
      query={found}
      lines={6}
      isEmpty={({ hours }) => hours.length === 0}
      empty={t('insights:dashboard.hours.empty')}
      tools={
        most && (
          <span className="flex items-center gap-1.5 text-small text-ink-second">
            {t('insights:dashboard.hours.scale')}
            <span aria-hidden="true" className="flex gap-0.5">
              {[0, 0.25, 0.5, 0.75, 1].map((share) => (
                <span key={share} className="size-3 rounded-[3px]" style={{ background: shadeOf(share) }} />
              ))}
            </span>
            <span dir="ltr">0–{formatNumber(most.orders, i18n.language)}</span>
          </span>
        )
      }
    >
      {(hours) => (
        <HeatMap hours={hours} href={addressIn(scope, '/orders', soldFilter(query.basis, hours.period))} />
      )}
    </Widget>
  );
}

/** A table, so that every cell can be read; time runs left to right in every language. */
function HeatMap({ hours: { hours, orders }, href }: { hours: PeriodHours; href: string }) {
  const { t } = useTranslation('insights');
  const most = mostOf(hours);
  const counts = new Map(hours.map((one) => [`${one.weekday} ${one.hour}`, one.orders]));
  return (
    <div className="px-4 pt-1 pb-2.5">
      <table
        dir="ltr"
        aria-label={t('insights:dashboard.hours.table', { count: orders })}
        className="w-full table-fixed border-separate border-spacing-0.5 text-small text-ink-second"
      >
        <colgroup>
          {/* Arabic has no short names of weekdays. */}
          <col className="w-7 rtl:w-14" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <td />
            {hoursOfDay.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => (
            <WeekdayRow key={weekday} weekday={weekday} counts={counts} most={most} />
          ))}
        </tbody>
        <tfoot aria-hidden="true">
          <tr>
            <td />
            {hoursOfDay.map((hour) => (
              <td key={hour} className="overflow-visible pt-0.5 whitespace-nowrap">
                {hour % 3 === 0 && hour}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      {most && <Busiest most={most} orders={orders} href={href} />}
    </div>
  );
}

interface WeekdayRowProps {
  weekday: number;
  counts: ReadonlyMap<string, number>;
  most: WeekHour | undefined;
}

function WeekdayRow({ weekday, counts, most }: WeekdayRowProps) {
  const { i18n } = useTranslation('insights');
  const name = weekdayName(weekday, 'short', i18n.language);
  return (
    <tr>
      <th scope="row" className="w-7 pe-1 text-start rtl:w-14 font-normal">
        {name}
      </th>
      {hoursOfDay.map((hour) => {
        const count = counts.get(`${weekday} ${hour}`) ?? 0;
        const isMost = most !== undefined && weekday === most.weekday && hour === most.hour;
        return (
          <td
            key={hour}
            title={`${name}, ${spanOf(hour)}: ${formatNumber(count, i18n.language)}`}
            className={`h-5 rounded-[3px] xl:h-7 ${isMost ? 'outline-2 outline-ink' : ''}`}
            style={{ background: shadeOf(most ? count / most.orders : 0) }}
          >
            <span className="sr-only">{count}</span>
          </td>
        );
      })}
    </tr>
  );
}

function Busiest({ most, orders, href }: { most: WeekHour; orders: number; href: string }) {
  const { t, i18n } = useTranslation('insights');
  return (
    <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-small text-ink-second">
      <span>
        {t('insights:dashboard.hours.most')}{' '}
        <b className="font-semibold text-ink">
          {t('insights:dashboard.hours.when', {
            weekday: weekdayName(most.weekday, 'long', i18n.language),
            hours: spanOf(most.hour),
          })}
        </b>
        {', '}
        {t('insights:dashboard.orders', { count: most.orders })}
      </span>
      <Link
        href={href}
        className="relative touch-target rounded-badge font-medium text-accent-ink hover:underline"
      >
        {t('insights:dashboard.hours.all', { count: orders })}
      </Link>
    </p>
  );
}

function mostOf(hours: readonly WeekHour[]): WeekHour | undefined {
  return hours.reduce<WeekHour | undefined>(
    (most, one) => (most === undefined || one.orders > most.orders ? one : most),
    undefined,
  );
}

/** From nothing to the accent; any order is visible. */
const shadeOf = (share: number) =>
  share === 0
    ? 'var(--line-faint)'
    : `color-mix(in srgb, var(--accent) ${Math.round(18 + share * 82)}%, var(--line-faint))`;

const spanOf = (hour: number) => `${hour}–${hour + 1}`;

/** 1 January 2024 was a Monday. */
const weekdayName = (weekday: number, length: 'short' | 'long', language: string) =>
  formatWeekday(new Date(Date.UTC(2024, 0, weekday)), length, language);
