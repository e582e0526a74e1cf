import { useTranslation } from 'next-i18next/pages';
import type { Days, PeriodSales } from '@/contract/insights/analytics';
import { daysText, pointText } from '@/features/insights/dashboard/period-text';
import { currencySign } from '@/lib/format/currency-sign';
import { useSettings } from '@/state/settings';
import { SalesPoints } from './sales-points';
import { marksFor, namedPoints } from './scale';

interface SalesChartProps {
  sales: PeriodSales;
  /** Orders of a point. */
  hrefOf: (days: Days) => string;
}

/** Revenue chart with the previous period dashed; time runs left to right in every language. */
export function SalesChart({ sales: { points, step, previous, until }, hrefOf }: SalesChartProps) {
  const { t, i18n } = useTranslation('insights');
  const { currency, currencyOptions } = useSettings();
  const greatest = Math.max(...points.map((point) => Math.max(point.revenue, point.previous_revenue)));
  const marks = marksFor(greatest);
  const top = marks.at(-1) ?? 1;
  const share = (value: number) => (value / top) * 100;
  const compact = new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 });
  const x = (index: number) => ((index + 0.5) / points.length) * 100;
  const hasBefore = isCompared(points);
  const isOpen = until !== null && points.length > 1;
  const last = points.at(-1);
  return (
    <div className="px-4 pt-1 pb-3">
      <p className="flex flex-wrap justify-end gap-x-4 text-small text-ink-second">
        <span className="me-auto">{currencySign(currency, currencyOptions.formation)}</span>
        <Key className="border-accent">{t('insights:dashboard.sales.now')}</Key>
        {hasBefore && <Key className="border-dashed border-ink-third">{daysText(previous)}</Key>}
      </p>
      <div dir="ltr" className="mt-3 flex gap-2">
        <div
          aria-hidden="true"
          className="flex h-56 flex-col-reverse justify-between text-small text-ink-second"
        >
          {marks.map((mark) => (
            <span key={mark} className="-my-2.25 text-end tabular-nums">
              {compact.format(mark)}
            </span>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <div className="relative h-56">
            {marks.map((mark) => (
              <span
                key={mark}
                aria-hidden="true"
                className="absolute inset-x-0 border-t border-line-faint"
                style={{ bottom: `${share(mark)}%` }}
              />
            ))}
            <Curves points={points} share={share} x={x} isOpen={isOpen} />
            {isOpen && last && (
              <span
                aria-hidden="true"
                className="absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-accent bg-surface"
                style={{ left: `${x(points.length - 1)}%`, bottom: `${share(last.revenue)}%` }}
              />
            )}
            <SalesPoints points={points} step={step} hrefOf={hrefOf} share={share} />
          </div>
          <TimeAxis points={points} step={step} x={x} isOpen={isOpen} />
        </div>
      </div>
    </div>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`w-5 border-t-2 ${className}`} />
      {children}
    </span>
  );
}

interface CurvesProps {
  points: PeriodSales['points'];
  /** Height of a value in per cent. */
  share: (value: number) => number;
  /** Horizontal position of a point in per cent. */
  x: (index: number) => number;
  /** The last point is of today, which is not over. */
  isOpen: boolean;
}

function Curves({ points, share, x, isOpen }: CurvesProps) {
  const line = (values: readonly number[], first = 0) =>
    values
      .map((value, index) => `${index === 0 ? 'M' : 'L'}${x(first + index)} ${100 - share(value)}`)
      .join('');
  const over = isOpen ? points.length - 1 : points.length;
  const revenue = points.map((point) => point.revenue);
  const now = line(revenue.slice(0, over));
  const before = line(points.map(({ previous_revenue }) => previous_revenue));
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
      fill="none"
      strokeWidth="2"
      strokeLinejoin="round"
    >
      <path className="fill-accent opacity-12" d={`${now}L${x(over - 1)} 100L${x(0)} 100Z`} />
      {isCompared(points) && (
        <path
          className="stroke-ink-third"
          strokeDasharray="5 5"
          vectorEffect="non-scaling-stroke"
          d={before}
        />
      )}
      <path className="stroke-accent" vectorEffect="non-scaling-stroke" d={now} />
      {isOpen && (
        <path
          className="stroke-accent"
          strokeDasharray="2 4"
          vectorEffect="non-scaling-stroke"
          d={line(revenue.slice(-2), points.length - 2)}
        />
      )}
    </svg>
  );
}

/** False without earlier revenue: a line at zero compares nothing. */
function isCompared(points: PeriodSales['points']): boolean {
  return points.some(({ previous_revenue }) => previous_revenue > 0);
}

function TimeAxis({ points, step, x, isOpen }: Omit<CurvesProps, 'share'> & Pick<PeriodSales, 'step'>) {
  const { t, i18n } = useTranslation('insights');
  const isToday = isOpen && step === 'day';
  const named = namedPoints(points.length).filter((index) => !isToday || index < points.length * 0.82);
  return (
    <div aria-hidden="true" className="relative mt-2 h-4.5 text-small whitespace-nowrap text-ink-second">
      {isToday && <span className="absolute end-0">{t('insights:dashboard.sales.today')}</span>}
      {named.map((index) => {
        const point = points[index];
        return (
          point && (
            <span
              key={point.from}
              className={`absolute -translate-x-1/2 max-sm:nth-[even]:hidden ${isToday && index > points.length * 0.7 ? 'max-sm:hidden' : ''}`}
              style={{ left: `${x(index)}%` }}
            >
              {pointText(
                { from: point.from, to: step === 'month' ? point.to : point.from },
                step,
                i18n.language,
              )}
            </span>
          )
        );
      })}
    </div>
  );
}
