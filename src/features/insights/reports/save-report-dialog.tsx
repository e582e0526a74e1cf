import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Select } from '@/components/inputs/select';
import type { DialogProps } from '@/contract/dialogs';
import { type ReportPeriod, reportPeriods } from '@/contract/insights/saved-reports';
import { errorText, toClientError } from '@/lib/api/errors';

/** Name and period of a report before it is made of a list; what else it has is chosen on its page. */
export function SaveReportDialog({ data, onClose }: DialogProps<'SAVE_REPORT'>) {
  const { t } = useTranslation(['insights', 'common', 'form']);
  const word = (key: string) => t(`insights:saved-reports.${key}`);
  const [name, setName] = useState(data.name);
  const [period, setPeriod] = useState<ReportPeriod | ''>('');
  const save = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      data.save({ name, ...(period !== '' && data.periodKey && { period, period_key: data.periodKey }) }),
    onSuccess: onClose,
  });
  const failure = save.error && toClientError(save.error);
  const [mistake] = failure?.fields.name ?? [];
  return (
    <AskForm
      title={t('common:text-save-report')}
      text={word('save-text')}
      confirmLabel={word('save')}
      isLoading={save.isPending}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      <Field
        as={Input}
        id="report-name"
        label={word('name')}
        isRequired
        error={failure ? t(`form:${mistake}`, { defaultValue: errorText(t, failure) }) : undefined}
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {data.periodKey && (
        <Field
          as={Select}
          id="report-period"
          label={word('period')}
          isNarrow
          value={period}
          options={[
            { value: '', label: word('as-in-list') },
            ...reportPeriods.map((value) => ({ value, label: word(`periods.${value}`) })),
          ]}
          onChange={({ target }) => setPeriod(reportPeriods.find((one) => one === target.value) ?? '')}
        />
      )}
    </AskForm>
  );
}
