import { useTranslation } from 'next-i18next/pages';
import { type FormEvent, useId, useState } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Select } from '@/components/inputs/select';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import {
  reportFormats,
  reportPeriods,
  reportSchedules,
  type SavedReport,
} from '@/contract/insights/saved-reports';
import { listsWithViews } from '@/contract/settings/saved-views/lists';
import { toClientError } from '@/lib/api/errors';
import { timeText } from './schedule-text';
import { type ReportChange, useReceivers, useReportActions } from './use-reports';

const hours = [...Array(24).keys()].map((hour) => ({ value: String(hour), label: timeText(hour) }));

/** Name, period, format and schedule of a report. */
export function ReportForm({ report }: { report: SavedReport }) {
  const { t } = useTranslation(['insights', 'common', 'form']);
  const word = (key: string) => t(`insights:saved-reports.${key}`);
  const { change } = useReportActions();
  const [input, setInput] = useState<ReportChange>(() => inputOf(report));
  const set = (values: Partial<ReportChange>) => setInput({ ...input, ...values });
  const errors = toClientError(change.error).fields;
  const errorOf = (key: keyof ReportChange) => {
    const [first] = errors[key] ?? [];
    return first === undefined ? {} : { error: t(`form:${first}`) };
  };
  const optionsOf = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: word(`${group}.${value}`) }));

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    change.mutate({ report, input: { ...input, name: input.name.trim() } });
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <Card title={word('settings')} isForm>
        <TextField
          label={word('name')}
          {...errorOf('name')}
          value={input.name}
          onChange={(name) => set({ name })}
        />
        <PeriodFields report={report} input={input} set={set} />
        <Choice
          label={word('format')}
          value={input.format}
          options={reportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(value) => set({ format: reportFormats.find((one) => one === value) ?? 'xlsx' })}
        />
        <Choice
          label={word('schedule')}
          value={input.schedule}
          options={optionsOf('schedules', reportSchedules)}
          onChange={(value) => set({ schedule: reportSchedules.find((one) => one === value) ?? 'none' })}
        />
        {input.schedule !== 'none' && (
          <Choice
            label={word('hour')}
            value={String(input.hour)}
            options={hours}
            onChange={(value) => set({ hour: Number(value) })}
          />
        )}
        {input.schedule !== 'none' && <Receivers report={report} input={input} set={set} />}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" isLoading={change.isPending}>
            {t('common:button-save')}
          </Button>
        </div>
      </Card>
    </form>
  );
}

interface PartProps {
  report: SavedReport;
  input: ReportChange;
  set: (values: Partial<ReportChange>) => void;
}

/** A relative period of one of the list's days, such as the day of creation. */
function PeriodFields({ report, input, set }: PartProps) {
  const { t } = useTranslation(['insights', 'common']);
  const word = (key: string) => t(`insights:saved-reports.${key}`);
  const list = listsWithViews.get(report.family);
  const keys = (list?.filters ?? [])
    .filter(({ kind, upTo }) => kind === 'days' && upTo)
    .map(({ key }) => key);
  if (!list || keys.length === 0) return null;
  const choose = (value: string) => {
    const period = reportPeriods.find((one) => one === value) ?? null;
    set({ period, period_key: period && (input.period_key ?? keys[0] ?? null) });
  };
  return (
    <>
      <Choice
        label={word('period')}
        value={input.period ?? ''}
        options={[
          { value: '', label: word('as-in-list') },
          ...reportPeriods.map((value) => ({ value, label: word(`periods.${value}`) })),
        ]}
        onChange={choose}
      />
      {input.period && keys.length > 1 && (
        <Choice
          label={word('period-key')}
          value={input.period_key ?? ''}
          options={keys.map((value) => ({
            value,
            label: t([`${list.domain}:${list.name}.fields.${value}`, `common:fields.${value}`]),
          }))}
          onChange={(value) => set({ period_key: value })}
        />
      )}
    </>
  );
}

/** Those who may read the list themselves. */
function Receivers({ report, input, set }: PartProps) {
  const { t } = useTranslation('insights');
  const { data: people } = useReceivers(report.id);
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('insights:saved-reports.receivers')}</legend>
      <p className="text-small text-ink-second">{t('insights:saved-reports.receivers-text')}</p>
      {people?.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={input.receivers.includes(id)}
          onChange={({ target }) =>
            set({
              receivers: target.checked
                ? [...input.receivers, id]
                : input.receivers.filter((one) => one !== id),
            })
          }
        />
      ))}
    </fieldset>
  );
}

interface TextFieldProps {
  label: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

function TextField({ label, value, error, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <Field
      as={Input}
      id={id}
      label={label}
      {...(error && { error })}
      maxLength={100}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Choice({
  label,
  value,
  options,
  onChange,
}: TextFieldProps & { options: { value: string; label: string }[] }) {
  const id = useId();
  return (
    <Field
      as={Select}
      id={id}
      label={label}
      isNarrow
      value={value}
      options={options}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const inputOf = ({
  name,
  period,
  period_key,
  format,
  schedule,
  hour,
  receivers,
}: SavedReport): ReportChange => ({
  name,
  period,
  period_key,
  format,
  schedule,
  hour,
  receivers: receivers.map(({ id }) => id),
});
