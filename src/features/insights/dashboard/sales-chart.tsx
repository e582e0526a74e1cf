import { useTranslation } from 'next-i18next/pages';
import type { Days, PeriodSales } from '@/contract/insights/analytics';
import { currencySign } from '@/lib/format/currency-sign';
import { useSettings } from '@/state/settings';
import { pointText } from './period-text';
import { SalesPoints } from './sales-points';
import { marksFor, namedPoints } from './scale';

interface SalesChartProps {
  sales: PeriodSales;
  /** Orders of a point. */
  hrefOf: (days: Days) => string;
}

/** Revenue chart with the previous period dashed; time runs left to right in every language. */
export function SalesChart({ sales: { points, step }, hrefOf }: SalesChartProps) {
  const { t, i18n } = useTranslation('insights');
  const { currency, currencyOptions } = useSettings();
  const greatest = Math.max(...points.map((point) => Math.max(point.revenue, point.previous_revenue)));
  const marks = marksFor(greatest);
  const top = marks.at(-1) ?? 1;
  const share = (value: number) => (value / top) * 100;
  const compact = new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 });
  const x = (index: number) => ((index + 0.5) / points.length) * 100;
  const hasBefore = isCompared(points);
  return (
    <div className="px-4 pt-1 pb-3">
      <p className="flex flex-wrap justify-end gap-x-4 text-small text-ink-second">
        <span className="me-auto">{currencySign(currency, currencyOptions.formation)}</span>
        <Key className="border-accent">{t('insights:dashboard.sales.now')}</Key>
        {hasBefore && (
          <Key className="border-dashed border-ink-third">{t('insights:dashboard.sales.before')}</Key>
        )}
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
            <Curves {...{ points, share, x }} />
            <SalesPoints {...{ points, step, hrefOf, share }} />
          </div>
          <TimeAxis {...{ points, step, x }} />
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
}

function Curves({ points, share, x }: CurvesProps) {
  const line = (values: readonly number[]) =>
    values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${100 - share(value)}`).join('');
  const now = line(points.map(({ revenue }) => revenue));
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
      <path className="fill-accent opacity-12" d={`${now}L${x(points.length - 1)} 100L${x(0)} 100Z`} />
      {isCompared(points) && (
        <path
          className="stroke-ink-third"
          strokeDasharray="5 5"
          vectorEffect="non-scaling-stroke"
          d={before}
        />
      )}
      <path className="stroke-accent" vectorEffect="non-scaling-stroke" d={now} />
    </svg>
  );
}

/** False without earlier revenue: a line at zero compares nothing. */
function isCompared(points: PeriodSales['points']): boolean {
  return points.some(({ previous_revenue }) => previous_revenue > 0);
}

function TimeAxis({ points, step, x }: Omit<CurvesProps, 'share'> & Pick<PeriodSales, 'step'>) {
  const { i18n } = useTranslation('insights');
  return (
    <div aria-hidden="true" className="relative mt-2 h-4.5 text-small whitespace-nowrap text-ink-second">
      {namedPoints(points.length).map((index) => {
        const point = points[index];
        return (
          point && (
            <span
              key={point.from}
              className="absolute -translate-x-1/2 max-sm:nth-[even]:hidden"
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
