import { useTranslation } from 'next-i18next/pages';
import { type FormEvent, useId, useState } from 'react';
import { NumberInput } from '@/components/inputs/number-input';
import { Button } from '@/components/ui/button';
import { formatNumber } from '@/lib/format/format';
import { numberText, readNumber } from '@/lib/format/number-text';
import { FilterChip } from './filter-chip';

interface RangeFilterProps {
  label: string;
  clearLabel: string;
  /** Lower bound. */
  value: string | undefined;
  /** Upper bound. */
  to: string | undefined;
  onChange: (from: string, to: string) => void;
}

/** A filter by two numbers, either optional. */
export function RangeFilter({ label, clearLabel, value: from, to, onChange }: RangeFilterProps) {
  const { t, i18n } = useTranslation('common');
  const number = (text: string) => formatNumber(text, i18n.language);
  const chosen =
    from && to
      ? `${number(from)} – ${number(to)}`
      : from
        ? t('common:range.above', { number: number(from) })
        : t('common:range.below', { number: number(to ?? '') });
  const isOn = Boolean(from || to);
  return (
    <FilterChip
      label={label}
      clearLabel={clearLabel}
      options={isOn ? [{ value: 'range', label: chosen }] : []}
      value={isOn ? 'range' : undefined}
      onChange={() => onChange('', '')}
    >
      {(close) => (
        <Bounds
          label={label}
          from={from}
          to={to}
          onPick={(...bounds) => {
            onChange(...bounds);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

interface BoundsProps {
  label: string;
  from: string | undefined;
  to: string | undefined;
  onPick: (from: string, to: string) => void;
}

function Bounds({ label, from, to, onPick }: BoundsProps) {
  const { t, i18n } = useTranslation(['form', 'common']);
  const id = useId();
  const start = (text: string | undefined) => numberText(text ? Number(text) : null, i18n.language);
  const [texts, setTexts] = useState([start(from), start(to)]);
  const [wrong, setWrong] = useState<boolean[]>([]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const numbers = texts.map((text) => readNumber(text));
    const isWrong = texts.map((text, side) => text.trim() !== '' && !(Number(numbers[side]) >= 0));
    setWrong(isWrong);
    if (isWrong.some(Boolean)) return;
    const [low, high] = numbers;
    // A reversed range is swapped.
    const turned = low !== undefined && high !== undefined && low > high ? [high, low] : [low, high];
    const [first = '', second = ''] = turned.map((one) => (one === undefined ? '' : String(one)));
    onPick(first, second);
  }

  return (
    <form noValidate className="grid w-60 gap-2 p-1" onSubmit={handleSubmit}>
      <div className="grid grid-cols-2 gap-2">
        {(['from', 'to'] as const).map((bound, side) => (
          <label key={bound} className="grid gap-1 text-small text-ink-second" htmlFor={`${id}-${bound}`}>
            {t(`common:range.${bound}`)}
            <NumberInput
              id={`${id}-${bound}`}
              aria-label={`${label}: ${t(`common:range.${bound}`)}`}
              aria-invalid={wrong[side] || undefined}
              aria-describedby={wrong[side] ? `${id}-error` : undefined}
              value={texts[side] ?? ''}
              onChange={({ target }) =>
                setTexts(texts.map((text, index) => (index === side ? target.value : text)))
              }
            />
          </label>
        ))}
      </div>
      {wrong.some(Boolean) && (
        <p id={`${id}-error`} role="alert" className="text-small font-medium text-bad">
          {t('form:error-number-format')}
        </p>
      )}
      <Button type="submit" variant="primary">
        {t('common:range.show')}
      </Button>
    </form>
  );
}
