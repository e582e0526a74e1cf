import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, get, type UseFormReturn, useController } from 'react-hook-form';
import { Checkbox } from '@/components/inputs/checkbox';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import type { ShopSettings } from '@/contract/shops/schema';

type Day = ShopSettings['schedule'][number];

// The contract's list would load the validation library; the type keeps both equal.
const days: readonly Day['day'][] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const usual = { open: '10:00', close: '20:00' };
const name = 'settings.schedule';

/** Opening hours by weekday; a missing day is a day off. */
export function ScheduleField({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation(['shops', 'form']);
  const { field } = useController({ name, control: form.control });
  const rows: Day[] = field.value ?? [];
  const monday = rows.find(({ day }) => day === 'mon');

  const set = (changed: readonly Day[]) =>
    field.onChange(days.flatMap((day) => changed.find((row) => row.day === day) ?? []));
  const change = (day: Day['day'], hours: Partial<Day> | undefined) => {
    const others = rows.filter((row) => row.day !== day);
    const old = rows.find((row) => row.day === day) ?? { ...(monday ?? usual), day };
    set(hours ? [...others, { ...old, ...hours }] : others);
  };
  const likeMonday = (wanted: readonly Day['day'][]) => {
    if (monday)
      set([...rows.filter(({ day }) => !wanted.includes(day)), ...wanted.map((day) => ({ ...monday, day }))]);
  };

  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-line-faint">
        {days.map((day) => {
          const index = rows.findIndex((row) => row.day === day);
          const at = `${name}.${index}`;
          const { errors } = form.formState;
          const message: unknown = get(errors, `${at}.open.message`) ?? get(errors, `${at}.close.message`);
          return (
            <DayRow
              key={day}
              day={day}
              row={rows[index]}
              error={
                typeof message === 'string' ? t(`form:${message}`, { defaultValue: message }) : undefined
              }
              onChange={(hours) => change(day, hours)}
            />
          );
        })}
      </ul>
      {monday && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => likeMonday(days.slice(0, 5))}>
            {t('shops:shops.weekdays-as-monday')}
          </Button>
          <Button size="small" onClick={() => likeMonday(days)}>
            {t('shops:shops.as-monday')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface DayRowProps {
  day: Day['day'];
  row: Day | undefined;
  error?: string;
  onChange: (hours: Partial<Day> | undefined) => void;
}

function DayRow({ day, row, error, onChange }: DayRowProps) {
  const { t } = useTranslation('shops');
  const word = t(`shops:shops.days.${day}`);
  const id = `schedule-${day}`;
  const time = (end: 'open' | 'close') => (
    <Input
      type="time"
      aria-label={`${word}: ${t(`shops:shops.${end}s`)}`}
      aria-invalid={Boolean(error)}
      aria-describedby={error ? `${id}-error` : undefined}
      className="w-32! phone:w-36!"
      value={row?.[end] ?? ''}
      onChange={(event) => onChange({ [end]: event.target.value })}
    />
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
      <Checkbox
        className="w-36"
        label={word}
        checked={row !== undefined}
        onChange={(event) => onChange(event.target.checked ? {} : undefined)}
      />
      {row ? (
        <span className="flex items-center gap-2">
          {time('open')}
          <span aria-hidden="true">–</span>
          {time('close')}
        </span>
      ) : (
        <span className="flex min-h-9 items-center text-ink-second">{t('shops:shops.day-off')}</span>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="basis-full text-small font-medium text-bad">
          {error}
        </p>
      )}
    </li>
  );
}
