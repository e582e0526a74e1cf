import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { ItemsInput } from '@/components/form/items-input';
import { Field } from '@/components/inputs/field';
import type { AnyResource, FormField } from '@/contract/core/define';
import { toSlug } from '@/contract/core/slug';
import { KindInput, type KindInputProps } from '@/crud/form/kind-input';
import { fieldErrorText } from '@/lib/form/field-error';
import { currencySign } from '@/lib/format/currency-sign';
import { useLabels } from '@/lib/i18n/labels';
import { useSettings } from '@/state/settings';

interface FieldInputProps extends Pick<KindInputProps, 'attributes'> {
  resource: AnyResource;
  field: FormField<FieldValues>;
  form: UseFormReturn<FieldValues>;
  /** On create the slug follows the name until it is edited. */
  isNew?: boolean;
  /** Path of the value in the form, when it differs from the field's key: in a row of items. */
  name?: string;
}

/** A labelled field of a form, by its kind. Messages are keys of the `form` namespace or texts from the server. */
export function FieldInput(props: FieldInputProps) {
  const { resource, field, form } = props;
  const labels = useLabels(resource);
  if (field.kind !== 'items') return <OneInput {...props} />;
  return (
    <ItemsInput
      field={field}
      form={form}
      id={`field-${field.key}`}
      label={labels.field(field.key)}
      hint={labels.hint(field.key)}
      draw={(item, name) => (
        <OneInput {...props} name={name} field={{ ...item, key: `${field.key}-${item.key}` }} />
      )}
    />
  );
}

function OneInput({ resource, field, form, isNew = false, name = field.key, attributes }: FieldInputProps) {
  const { t } = useTranslation('form');
  const labels = useLabels(resource);
  const { currency, currencyOptions, server_info } = useSettings();
  const { field: input, fieldState } = useController({ name, control: form.control });
  const message = fieldState.error?.message;
  const label = labels.field(field.key);
  const derived = field.from === undefined ? '' : toSlug(String(form.watch(field.from) ?? ''));
  const handleUploadError = (text: string | undefined) => {
    if (text) form.setError(name, { type: 'upload', message: text });
    else form.clearErrors(name);
  };
  return (
    <Field
      id={`field-${name}`}
      label={label}
      hint={labels.hint(field.key)}
      error={message && fieldErrorText(t, message, input.value)}
      isRequired={field.required}
      isNarrow={field.kind === 'number' || field.kind === 'money'}
    >
      {(control) => (
        <KindInput
          field={field}
          control={control}
          input={input}
          label={label}
          attributes={attributes}
          word={(value) => labels.option(field.key, value)}
          sign={currencySign(currency, currencyOptions.formation)}
          maxKib={server_info.upload_max_filesize}
          slug={{ derived, isFollowing: isNew, prefix: `/${resource.name}/` }}
          onUploadError={handleUploadError}
        />
      )}
    </Field>
  );
}
