import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { Metric } from '@/contract/insights/analytics';

interface ChangeProps {
  figure: Metric;
  /** An increase is bad. */
  isBad?: boolean;
}

/** Change from the previous period as sign, colour and word; a dash without a previous value. */
export function Change({ figure: { value, previous }, isBad = false }: ChangeProps) {
  const { t, i18n } = useTranslation('insights');
  const word = (key: string) => t(`insights:dashboard.change.${key}`);
  if (!previous) {
    const why = t(`insights:dashboard.change.${previous === null ? 'not-over' : 'nothing'}`);
    return (
      <span title={why}>
        <span aria-hidden="true">—</span>
        <span className="sr-only">{why}</span>
      </span>
    );
  }
  if (value === previous) return word('same');
  const isMore = value > previous;
  const Arrow = isMore ? ArrowUp : ArrowDown;
  const tone = isMore === isBad ? 'text-bad' : 'text-good';
  const share = Math.abs((value - previous) / previous);
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: share < 1 ? 1 : 0,
  });
  return (
    <>
      <span className={`inline-flex items-baseline gap-0.5 font-medium whitespace-nowrap ${tone}`}>
        <Arrow className="size-3.5 self-center" />
        {/* The sign stands before the number in right-to-left texts, too. */}
        <span dir="ltr">{`${isMore ? '+' : '−'}${percent.format(share)}`}</span>
      </span>{' '}
      <span className="whitespace-nowrap">{word('to-previous')}</span>
    </>
  );
}
