import { useTranslation } from 'next-i18next/pages';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { isDay } from '@/lib/format/day-text';
import { DateInput } from './date-input';

interface DayRangeFormProps {
  from: string | undefined;
  to: string | undefined;
  needsBoth?: boolean;
  /** Called with both days in order, each `yyyy-mm-dd` or empty. */
  onPick: (from: string, to: string) => void;
}

/** Two calendar days, both included; a reversed range is swapped. */
export function DayRangeForm({ from = '', to = '', needsBoth = false, onPick }: DayRangeFormProps) {
  const { t } = useTranslation(['form', 'common']);
  const id = useId();
  const [days, setDays] = useState({ from, to });
  const [isWrong, setWrong] = useState(false);
  const isBad = (day: string) => (day === '' ? needsBoth : !isDay(day));

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const hasMistake = isBad(days.from) || isBad(days.to);
    setWrong(hasMistake);
    if (hasMistake) return;
    const isTurned = days.from !== '' && days.to !== '' && days.from > days.to;
    onPick(isTurned ? days.to : days.from, isTurned ? days.from : days.to);
  }

  return (
    <form noValidate className="grid gap-2 p-1" onSubmit={handleSubmit}>
      {(['from', 'to'] as const).map((bound) => (
        <div key={bound} className="grid grid-cols-[2.5rem_1fr] items-center gap-2">
          <label htmlFor={`${id}-${bound}`} className="text-small text-ink-second">
            {t(`common:days.${bound}`)}
          </label>
          <DateInput
            id={`${id}-${bound}`}
            aria-invalid={isWrong && isBad(days[bound])}
            aria-describedby={isWrong ? `${id}-error` : undefined}
            value={days[bound]}
            onChange={(day) => setDays((others) => ({ ...others, [bound]: day }))}
          />
        </div>
      ))}
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="text-small font-medium text-bad">
          {t('form:error-date-format')}
        </p>
      )}
      <Button type="submit" variant="primary">
        {t('common:days.show')}
      </Button>
    </form>
  );
}
