import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { Metric } from '@/contract/insights/analytics';

interface ChangeProps {
  figure: Metric;
  /** An increase is bad. */
  isBad?: boolean;
  /** Neither direction is good or bad. */
  isNeutral?: boolean;
  /** Short form: one word. */
  isShort?: boolean;
}

/** Change against the previous period as sign, colour and word (look.md). */
export function Change({
  figure: { value, previous },
  isBad = false,
  isNeutral = false,
  isShort = false,
}: ChangeProps) {
  const { t, i18n } = useTranslation('resources');
  const word = (key: string) => t(`resources:dashboard.change.${isShort ? 'short-' : ''}${key}`);
  if (value === previous) return word('same');
  const isMore = value > previous;
  const Arrow = isMore ? ArrowUp : ArrowDown;
  const tone = isNeutral ? 'text-ink' : isMore === isBad ? 'text-bad' : 'text-good';
  const share = Math.abs((value - previous) / previous);
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: share < 1 ? 1 : 0,
  });
  return (
    <>
      <span className={`inline-flex items-center gap-0.5 font-medium whitespace-nowrap ${tone}`}>
        <Arrow aria-hidden="true" className="size-3.5" />
        {previous !== 0 && `${isMore ? '+' : '−'}${percent.format(share)}`}
      </span>{' '}
      {word(previous === 0 ? 'new' : isMore ? 'more' : 'less')}
    </>
  );
}
