import { useTranslation } from 'next-i18next/pages';
import { TextLink } from '@/components/ui/text-link';
import type { DuePayouts, PayoutDay } from '@/contract/insights/analytics/home';
import { addressIn, allIn, type DashboardScope } from '@/features/insights/dashboard/scope';
import { useFigures } from '@/features/insights/dashboard/use-figures';
import { useWholeMoney } from '@/features/insights/dashboard/use-whole-money';
import { Widget } from '@/features/insights/dashboard/widget';
import { formatWeekday } from '@/lib/format/calendar-words';
import { formatDate } from '@/lib/format/format';

/** Open withdrawals by the day on which they are due. */
export function Payouts({ scope }: { scope: DashboardScope }) {
  const { t } = useTranslation('insights');
  const money = useWholeMoney();
  const found = useFigures('payouts', scope.shop ? { shop: scope.shop.slug } : {});
  const word = (key: string, more: Record<string, unknown> = {}) =>
    t(`insights:dashboard.payouts.${key}`, more);
  const sumOf = ({ days }: DuePayouts) => days.reduce((all, day) => all + day.waiting + day.due, 0);
  return (
    <Widget
      title={word(scope.isMarket ? 'title-market' : 'title')}
      note={found.data ? sumOf(found.data) > 0 && word('sum', { sum: money(sumOf(found.data)) }) : ''}
      all={allIn(scope, '/withdraws', t('insights:dashboard.all'))}
      query={found}
      isEmpty={(data) => sumOf(data) === 0 && data.held.count === 0}
      empty={word('empty')}
    >
      {(data) => <Days payouts={data} scope={scope} />}
    </Widget>
  );
}

function Days({
  payouts: { days, waiting, due, held },
  scope,
}: {
  payouts: DuePayouts;
  scope: DashboardScope;
}) {
  const { t } = useTranslation('insights');
  const money = useWholeMoney();
  const most = Math.max(...days.map((day) => day.waiting + day.due), 1);
  const unit = most < 10_000 ? 1 : 1000;
  const facts = [
    { key: 'waiting', status: 'pending', tone: 'bg-[#e0a536]', ...waiting },
    { key: 'due', status: 'processing', tone: 'bg-accent', ...due },
    { key: 'held', status: 'on_hold', tone: 'bg-ink-third', ...held },
  ].filter(({ count }) => count > 0);
  return (
    <div className="px-4 pt-1 pb-2.5">
      <ul className="flex h-36 items-stretch xl:h-54 gap-0.5 sm:gap-1">
        {days.map((day, place) => (
          <DayColumn key={day.day} day={day} most={most} unit={unit} isToday={place === 0} />
        ))}
      </ul>
      <ul className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-second">
        {facts.map(({ key, status, tone, amount }) => (
          <li key={key}>
            <TextLink
              href={addressIn(scope, '/withdraws', { status })}
              className="inline-flex items-center gap-1.5"
            >
              <span aria-hidden="true" className={`size-2.5 rounded-[3px] ${tone}`} />
              {t(`insights:dashboard.payouts.${key}`, { sum: money(amount) })}
            </TextLink>
          </li>
        ))}
        {unit > 1 && <li>{t('insights:dashboard.payouts.thousands')}</li>}
        <li className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2.5 rounded-[3px]" style={{ background: hatch }} />
          {t('insights:dashboard.payouts.closed')}
        </li>
      </ul>
    </div>
  );
}

const hatch = 'repeating-linear-gradient(135deg, var(--line) 0 2px, transparent 2px 5px)';

interface DayColumnProps {
  day: PayoutDay;
  /** The largest sum of a day. */
  most: number;
  /** Roubles or thousands. */
  unit: number;
  isToday: boolean;
}

function DayColumn({ day, most, unit, isToday }: DayColumnProps) {
  const { t, i18n } = useTranslation('insights');
  const money = useWholeMoney();
  const sum = day.waiting + day.due;
  const date = new Date(`${day.day}T00:00:00Z`);
  const inUnit = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: sum < 10 * unit ? 1 : 0 });
  const words = day.is_closed
    ? t('insights:dashboard.payouts.closed')
    : sum === 0
      ? t('insights:dashboard.payouts.nothing')
      : [
          day.waiting > 0 && t('insights:dashboard.payouts.waiting', { sum: money(day.waiting) }),
          day.due > 0 && t('insights:dashboard.payouts.due', { sum: money(day.due) }),
        ]
          .filter(Boolean)
          .join(', ');
  return (
    <li
      title={`${formatDate(day.day)}: ${words}`}
      className={`flex min-w-0 flex-1 flex-col rounded-badge text-center text-small ${isToday ? 'bg-accent-soft' : ''}`}
      style={day.is_closed ? { background: hatch } : undefined}
    >
      <span className="sr-only">{`${formatDate(day.day)}: ${words}`}</span>
      <span aria-hidden="true" className="flex flex-1 flex-col justify-end px-[18%]">
        {sum > 0 && (
          <span className="-mx-[40%] pb-0.5 text-[12px] font-medium whitespace-nowrap">
            {inUnit.format(sum / unit)}
          </span>
        )}
        <span
          className="block w-full rounded-t-[3px] bg-[#e0a536]"
          style={{ height: `${(day.waiting / most) * 76}%` }}
        />
        <span
          className={`block w-full bg-accent ${day.waiting > 0 ? '' : 'rounded-t-[3px]'}`}
          style={{ height: `${(day.due / most) * 76}%` }}
        />
        <span className={`block h-0.5 w-full ${day.is_closed ? '' : 'bg-line'}`} />
      </span>
      <span
        aria-hidden="true"
        className={`pt-1 leading-4 ${day.is_closed ? 'text-ink-third' : isToday ? 'text-accent-ink' : ''}`}
      >
        <b className="block font-semibold">{date.getUTCDate()}</b>
        <span className="block text-ink-second">{formatWeekday(date, 'short', i18n.language)}</span>
      </span>
    </li>
  );
}
