import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { RemotePicker } from '@/components/inputs/remote-picker';
import { api } from '@/lib/api/client';
import { useFormField } from '@/lib/form/use-form-field';
import { settingId, settingName } from './settings-cards';

interface ClassFieldProps {
  name: 'shippingClass' | 'taxClass' | 'vendorFile.contract';
  endpoint: 'shippings' | 'taxes' | 'terms-and-conditions';
  form: UseFormReturn<FieldValues>;
}

/** Selects a tax, a delivery method or a document. The settings store only its id, so its name is fetched. */
export function ClassField({ name, endpoint, form }: ClassFieldProps) {
  const { t, i18n } = useTranslation(['form', 'settings']);
  const { field, error } = useFormField(form, name);
  const id = typeof field.value === 'number' ? field.value : null;
  const found = useQuery({
    queryKey: [endpoint, 'class', id],
    queryFn: () => api.one(endpoint, id ?? 0),
    enabled: id !== null,
  });
  const labelKey = endpoint === 'terms-and-conditions' ? 'title' : 'name';
  const label = t(`settings:settings.fields.${settingName(name)}`);
  const hintKey = `settings:settings.hints.${settingName(name)}`;
  return (
    <Field
      id={settingId(name)}
      label={label}
      hint={i18n.exists(hintKey) ? t(hintKey) : undefined}
      error={error}
    >
      {(control) => (
        <RemotePicker
          control={control}
          label={label}
          relation={{
            endpoint,
            labelKey,
            searchKey: labelKey,
            ...(labelKey === 'title' && { scope: { type: 'global' } }),
          }}
          value={id === null ? field.value : (found.data ?? { id, [labelKey]: t('common:id', { id }) })}
          onChange={field.onChange}
        />
      )}
    </Field>
  );
}
