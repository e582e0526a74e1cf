import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { RelationPicker } from '@/components/inputs/relation-picker';
import { Select } from '@/components/inputs/select';
import { Card } from '@/components/ui/card';
import { type NoticeReceiver, needsReceivers } from '@/contract/messaging/store-notices/schema';
import type { FormProps } from '@/crud/types';
import { api } from '@/lib/api/client';
import { isSaidIn } from '@/lib/format/said-in';
import { useLabels } from '@/lib/i18n/labels';

interface ReceiversProps extends Pick<FormProps, 'resource' | 'row'> {
  form: UseFormReturn<FieldValues>;
}

/** Receivers of a notice: a type, and for some types an explicit list. */
export function Receivers({ resource, row, form }: ReceiversProps) {
  const { t } = useTranslation(['messaging', 'form']);
  const labels = useLabels(resource);
  const type = String(form.watch('type'));
  const types = useQuery({
    queryKey: ['store-notices', 'types'],
    queryFn: () => api.list('store-notices/getStoreNoticeType'),
    staleTime: 5 * 60_000,
    meta: { toast: true },
  });
  // Keeps the current type selectable while the list loads.
  const values = new Set([...(types.data?.map((one) => one.value) ?? []), type]);
  const hint =
    type === 'all_vendor' ? t('messaging:notices.all-vendors-hint') : t('messaging:notices.all-shops-hint');

  return (
    <Card title={t('messaging:notices.receivers')} isForm>
      <Field
        as={Select}
        id="field-type"
        label={labels.field('type')}
        hint={needsReceivers(type) ? undefined : hint}
        error={errorOf(form, 'type', t)}
        isRequired
        value={type}
        options={[...values].map((value) => ({ value, label: labels.option('type', value) }))}
        onChange={(event) => {
          form.setValue('type', event.target.value, { shouldDirty: true, shouldValidate: true });
          // Receivers of another type are invalid.
          form.setValue('received_by', [], { shouldDirty: true });
        }}
      />
      {needsReceivers(type) && <Picker key={type} resource={resource} row={row} form={form} type={type} />}
    </Card>
  );
}

function Picker({ resource, row, form, type }: ReceiversProps & { type: string }) {
  const { t } = useTranslation(['messaging', 'form']);
  const labels = useLabels(resource);
  const [text, setText] = useState('');
  const known = useQuery({
    queryKey: ['store-notices', 'receivers', type],
    queryFn: () => api.list('store-notices/getUsersToNotify', { type }),
    meta: { toast: true },
  });
  const chosen: readonly number[] = form.watch('received_by') ?? [];
  const all = [...(known.data ?? []), ...receiversOf(row?.users), ...receiversOf(row?.shops)];
  const options = (known.data ?? []).filter((one) => isSaidIn(one.name, text));

  return (
    <Field
      id="field-received_by"
      label={labels.field('received_by')}
      error={errorOf(form, 'received_by', t)}
      isRequired
    >
      {(control) => (
        <RelationPicker
          control={control}
          isMultiple
          isLoading={known.isLoading}
          placeholder={t(
            type === 'specific_vendor' ? 'messaging:notices.find-vendor' : 'messaging:notices.find-shop',
          )}
          value={chosen.map((id) => ({ id, label: all.find((one) => one.id === id)?.name ?? String(id) }))}
          options={options.map((one) => ({ id: one.id, label: one.name }))}
          onQuery={setText}
          onChange={(picked) => {
            const ids = picked.map((one) => one.id);
            form.setValue('received_by', ids, {
              shouldDirty: true,
              shouldValidate: form.formState.isSubmitted,
            });
          }}
        />
      )}
    </Field>
  );
}

function receiversOf(list: unknown): NoticeReceiver[] {
  if (!Array.isArray(list)) return [];
  return list.filter((one) => typeof one === 'object' && one !== null && 'id' in one && 'name' in one);
}

function errorOf(
  form: UseFormReturn<FieldValues>,
  key: string,
  t: (key: string, options: { defaultValue: string }) => string,
): string | undefined {
  const message = form.formState.errors[key]?.message;
  return typeof message === 'string' ? t(`form:${message}`, { defaultValue: message }) : undefined;
}
