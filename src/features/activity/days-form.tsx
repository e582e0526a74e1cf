import '@/lib/form-words';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '@/components/button';
import { DateInput } from '@/components/date-input';
import { menuItemClass } from '@/components/menu-item-style';
import { businessDay } from '@/contract/business-day';

interface Days {
  from: string;
  to: string;
}

interface DaysFormProps {
  days: Days;
  onPick: (days: Days) => void;
}

/** How many days back each begins and ends. */
const presets = { today: [0, 0], yesterday: [1, 1], week: [6, 0], month: [29, 0] } as const;

/** Some of the last days, or any two, either of which may be left out. */
export function DaysForm({ days, onPick }: DaysFormProps) {
  const { t } = useTranslation(['resources', 'form']);
  const id = useId();
  const [typed, setTyped] = useState(days);
  const [isWrong, setWrong] = useState(false);
  const isOdd = (day: string) => day !== '' && !isDay(day);

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = isOdd(typed.from) || isOdd(typed.to);
    setWrong(wrong);
    if (wrong) return;
    // Days that were typed the other way round mean the same.
    const isTurned = typed.from !== '' && typed.to !== '' && typed.from > typed.to;
    onPick(isTurned ? { from: typed.to, to: typed.from } : typed);
  };

  return (
    <div className="w-66 max-w-full">
      {Object.entries(presets).map(([key, [first, last]]) => (
        <button
          key={key}
          type="button"
          className={menuItemClass}
          onClick={() => onPick({ from: daysAgo(first), to: daysAgo(last) })}
        >
          {t(`resources:activity.filter.${key}`)}
        </button>
      ))}
      <form
        noValidate
        className="mt-1.5 grid gap-2 border-t border-line-faint p-1 pt-2.5"
        onSubmit={handleSubmit}
      >
        {(['from', 'to'] as const).map((bound) => (
          <div key={bound} className="grid grid-cols-[2.5rem_1fr] items-center gap-2">
            <label htmlFor={`${id}-${bound}`} className="text-small text-ink-second">
              {t(`resources:activity.filter.${bound}`)}
            </label>
            <DateInput
              id={`${id}-${bound}`}
              aria-invalid={isWrong && isOdd(typed[bound])}
              aria-describedby={isWrong ? `${id}-error` : undefined}
              value={typed[bound]}
              onChange={(day) => setTyped((others) => ({ ...others, [bound]: day }))}
            />
          </div>
        ))}
        {isWrong && (
          <p id={`${id}-error`} role="alert" className="text-small font-medium text-bad">
            {t('form:error-date-format')}
          </p>
        )}
        <Button type="submit" variant="primary">
          {t('resources:activity.filter.show')}
        </Button>
      </form>
    </div>
  );
}

const daysAgo = (days: number) => businessDay(new Date(Date.now() - days * 24 * 3600_000));

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
