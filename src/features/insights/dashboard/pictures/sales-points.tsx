import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useState } from 'react';
import { Link } from '@/components/ui/link';
import type { Days, SalesPoint, SalesStep } from '@/contract/insights/analytics';
import { pointText } from '@/features/insights/dashboard/period-text';
import { useMoney } from '@/state/use-money';

interface SalesPointsProps {
  points: readonly SalesPoint[];
  step: SalesStep;
  hrefOf: (days: Days) => string;
  /** Height of a value in per cent. */
  share: (value: number) => number;
}

/**
 * Focusable chart points with roving tabindex: each shows its days and sums on hover or arrow keys and links to its
 * orders.
 */
export function SalesPoints({ points, step, hrefOf, share }: SalesPointsProps) {
  const { t, i18n } = useTranslation('insights');
  const money = useMoney();
  const [shown, setShown] = useState<number>();
  const [focused, setFocused] = useState(points.length - 1);
  const stop = Math.min(focused, points.length - 1);

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const next = pointAfter(event.key, stop, points.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    const target = event.currentTarget.children[Math.max(0, Math.min(next, points.length - 1))];
    if (target instanceof HTMLElement) target.focus();
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs, these are links */}
      <div
        role="group"
        aria-label={t('insights:dashboard.sales.points')}
        className="absolute inset-0 flex"
        onKeyDown={handleKey}
        onMouseLeave={() => setShown(undefined)}
      >
        {points.map((point, index) => (
          <Link
            key={point.from}
            href={hrefOf(point)}
            tabIndex={index === stop ? 0 : -1}
            aria-label={t('insights:dashboard.sales.point', {
              days: pointText(point, step, i18n.language),
              revenue: money(point.revenue),
              previous: money(point.previous_revenue),
              count: point.orders,
            })}
            className="relative h-full min-w-0 flex-1 rounded-badge -outline-offset-1"
            onMouseEnter={() => setShown(index)}
            onFocus={() => {
              setFocused(index);
              setShown(index);
            }}
            onBlur={() => setShown(undefined)}
          >
            {(index === shown || points.length === 1) && (
              <span
                aria-hidden="true"
                className="absolute left-1/2 size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-surface bg-accent"
                style={{ bottom: `${share(point.revenue)}%` }}
              />
            )}
          </Link>
        ))}
      </div>
      {shown !== undefined && <PointTip points={points} shown={shown} step={step} />}
    </>
  );
}

/** Index of the point that a key moves to. */
function pointAfter(key: string, from: number, last: number): number | undefined {
  const moves: Record<string, number> = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last };
  return moves[key];
}

interface PointTipProps extends Pick<SalesPointsProps, 'points' | 'step'> {
  shown: number;
}

function PointTip({ points, shown, step }: PointTipProps) {
  const { t, i18n } = useTranslation('insights');
  const money = useMoney();
  const active = points[shown];
  if (!active) return null;
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none absolute top-0 z-10 rounded-control border border-line bg-surface px-3 py-2 text-small whitespace-nowrap shadow-floating ${
        shown >= points.length / 2 ? '-translate-x-[calc(100%+0.75rem)]' : 'translate-x-3'
      }`}
      style={{ left: `${((shown + 0.5) / points.length) * 100}%` }}
    >
      <p className="text-ink-second">{pointText(active, step, i18n.language)}</p>
      <p className="text-body font-semibold tabular-nums">{money(active.revenue)}</p>
      <p>{t('insights:dashboard.orders', { count: active.orders })}</p>
      <p className="text-ink-second">
        {t('insights:dashboard.sales.was', { sum: money(active.previous_revenue) })}
      </p>
    </div>
  );
}
