import { CalendarDays } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type ChangeEvent, type Ref, useRef } from 'react';
import type { Control } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import {
  dayText,
  dayValue,
  finishDay,
  maskDay,
  maskMoment,
  momentText,
  momentValue,
  pickerText,
} from '@/lib/format/day-text';

/** A calendar day as dd.mm.yyyy in every language and browser; its value is `yyyy-mm-dd`. */
export function DateInput(props: DateFieldProps) {
  return (
    <DateField
      {...props}
      pattern="day"
      shown={dayText}
      stored={dayValue}
      mask={maskDay}
      finish={finishDay}
      picked={(value) => value}
      pickerValue={(value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : '')}
    />
  );
}

/** A moment as dd.mm.yyyy hh:mm in the business time zone; its value is ISO 8601 in UTC. */
export function DateTimeInput(props: DateFieldProps) {
  return (
    <DateField
      {...props}
      pattern="moment"
      shown={momentText}
      stored={momentValue}
      mask={maskMoment}
      finish={(text) => finishDay(text, true)}
      picked={(value) => momentValue(`${dayText(value.slice(0, 10))} ${value.slice(11, 16)}`)}
      pickerValue={pickerText}
    />
  );
}

interface DateFieldProps extends Partial<Control> {
  name?: string;
  ref?: Ref<HTMLInputElement>;
  /** ISO 8601, or the typed text while incomplete. */
  value: unknown;
  disabled?: boolean;
  min?: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

type Conversion = 'shown' | 'stored' | 'mask' | 'finish' | 'picked' | 'pickerValue';

type Writing = { pattern: 'day' | 'moment' } & Record<Conversion, (text: string) => string>;

/** A typed date with the native calendar one click away. */
function DateField(props: DateFieldProps & Writing) {
  const { pattern, shown, stored, mask, finish, picked, pickerValue, ...field } = props;
  const { value, min, onChange, onBlur, ...control } = field;
  const { t } = useTranslation('form');
  const picker = useRef<HTMLInputElement>(null);
  const raw = typeof value === 'string' ? value : '';
  const text = shown(raw);

  const handleText = ({ target }: ChangeEvent<HTMLInputElement>) => {
    // Masks only appended text: an edit in the middle is left alone.
    const isAtEnd = target.selectionStart === null || target.selectionStart === target.value.length;
    const isGrowing = target.value.length > text.length && isAtEnd;
    onChange(stored(isGrowing ? mask(target.value) : target.value));
  };
  const handleBlur = () => {
    const finished = text === '' ? '' : stored(finish(text));
    if (finished !== raw) onChange(finished);
    onBlur?.();
  };
  return (
    <span className="relative block">
      <Input
        {...control}
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        className="pe-10 text-start rtl:text-end"
        placeholder={t(`form:date.${pattern}`)}
        value={text}
        onChange={handleText}
        onBlur={handleBlur}
      />
      <input
        ref={picker}
        type={pattern === 'day' ? 'date' : 'datetime-local'}
        aria-hidden="true"
        tabIndex={-1}
        min={min}
        className="pointer-events-none absolute inset-y-0 end-0 w-10 opacity-0"
        value={pickerValue(raw)}
        onChange={(event) => onChange(event.target.value === '' ? '' : picked(event.target.value))}
      />
      <button
        type="button"
        aria-label={t('form:date.open')}
        title={t('form:date.open')}
        disabled={props.disabled}
        className="absolute inset-y-0 end-0.5 my-auto grid size-8 pointer-coarse:size-10 place-items-center rounded-control text-ink-second hover:not-disabled:text-ink disabled:opacity-50"
        onClick={() => openPicker(picker.current)}
      >
        <CalendarDays className="size-4" strokeWidth={1.75} />
      </button>
    </span>
  );
}

function openPicker(input: HTMLInputElement | null): void {
  try {
    input?.showPicker();
  } catch {
    // Without a native picker the date can still be typed.
  }
}
