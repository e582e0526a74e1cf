import { Check } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type FormEvent, useId, useState } from 'react';
import { DateInput } from '@/components/inputs/dates/date-input';
import { Button } from '@/components/ui/button';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { isDay } from '@/contract/core/day';
import { boundsOf, type PeriodBounds, presetOf, presets } from './periods';

interface PeriodFormProps {
  period: PeriodBounds;
  onPick: (period: PeriodBounds) => void;
}

/** Preset or custom period; either bound may be empty. */
export function PeriodForm({ period, onPick }: PeriodFormProps) {
  const { t } = useTranslation(['ledger', 'form']);
  const id = useId();
  const [days, setDays] = useState({ from: period.from ?? '', to: period.to ?? '' });
  const [isWrong, setWrong] = useState(false);
  const chosen = presetOf(period);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const wrong = [days.from, days.to].some((day) => day !== '' && !isDay(day));
    setWrong(wrong);
    if (wrong) return;
    // Reversed dates are swapped.
    const isTurned = days.from !== '' && days.to !== '' && days.from > days.to;
    onPick(isTurned ? { from: days.to, to: days.from } : days);
  }

  return (
    <div className="w-66">
      {presets.map((preset) => (
        <button
          key={preset}
          type="button"
          aria-pressed={preset === chosen}
          className={menuItemClass}
          onClick={() => onPick(boundsOf(preset))}
        >
          <span className="flex-1">{t(`ledger:ledger.filter.${preset}`)}</span>
          {preset === chosen && <Check className="size-4" />}
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
              {t(`ledger:ledger.filter.${bound}`)}
            </label>
            <DateInput
              id={`${id}-${bound}`}
              aria-invalid={isWrong && days[bound] !== '' && !isDay(days[bound])}
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
          {t('ledger:ledger.filter.show')}
        </Button>
      </form>
    </div>
  );
}
