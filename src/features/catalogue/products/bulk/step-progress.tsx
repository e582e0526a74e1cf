import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { formatNumber } from '@/lib/format/format';

interface StepProgressProps {
  done: number;
  count: number;
  onStop: () => void;
}

/** How far a bulk change has come, and how to stop it. */
export function StepProgress({ done, count, onStop }: StepProgressProps) {
  const { t, i18n } = useTranslation(['form', 'common']);
  const number = (value: number) => formatNumber(value, i18n.language);
  const label = t('form:products.bulk.progress', {
    done: number(Math.min(done, count)),
    count: number(count),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <progress
        aria-label={label}
        max={count}
        value={Math.min(done, count)}
        className="h-2 grow accent-accent"
      />
      <span role="status" className="text-small text-ink-second tabular-nums">
        {label}
      </span>
      <Button onClick={onStop}>{t('form:products.bulk.stop')}</Button>
    </div>
  );
}
