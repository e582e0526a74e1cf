import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { RemotePicker } from '@/components/inputs/remote-picker';
import { api } from '@/lib/api/client';

interface ClassFieldProps {
  name: 'shippingClass' | 'taxClass';
  endpoint: 'shippings' | 'taxes';
  form: UseFormReturn<FieldValues>;
}

/** Selects a tax or a delivery method. The settings store only its id, so its name is fetched. */
export function ClassField({ name, endpoint, form }: ClassFieldProps) {
  const { t, i18n } = useTranslation(['form', 'settings']);
  const { field, fieldState } = useController({ name, control: form.control });
  const id = typeof field.value === 'number' ? field.value : null;
  const found = useQuery({
    queryKey: [endpoint, 'class', id],
    queryFn: () => api.one(endpoint, id ?? 0),
    enabled: id !== null,
  });
  const label = t(`settings:settings.fields.${name}`);
  const hintKey = `settings:settings.hints.${name}`;
  const message = fieldState.error?.message;
  return (
    <Field
      id={`field-${name}`}
      label={label}
      hint={i18n.exists(hintKey) ? t(hintKey) : undefined}
      error={message && t(`form:${message}`, { defaultValue: message })}
    >
      {(control) => (
        <RemotePicker
          control={control}
          label={label}
          relation={{ endpoint, labelKey: 'name', searchKey: 'name' }}
          value={id === null ? field.value : (found.data ?? { id, name: `№\u00a0${id}` })}
          onChange={field.onChange}
        />
      )}
    </Field>
  );
}
