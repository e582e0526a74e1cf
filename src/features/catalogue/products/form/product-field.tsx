import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import type { FormField } from '@/contract/core/define';
import { toSlug } from '@/contract/core/slug';
import { KindInput } from '@/crud/form/kind-input';
import { currencySign } from '@/lib/format/currency-sign';
import { useSettings } from '@/state/settings';
import { useFormWords } from './use-form-words';

interface ProductFieldProps extends Omit<FormField<FieldValues>, 'key'> {
  form: UseFormReturn<FieldValues>;
  /** Where the value stands, dots included; its words are `form:products.form.fields.<name>`. */
  name: string;
  /** Of a row: its label and words stand under another name. */
  wordsOf?: string;
  isNew?: boolean;
  /** Of a text in another language. */
  attributes?: { lang: string; dir: string };
  /** After the person, and nobody else, has changed the value. */
  onEdited?: () => void;
}

/** A labelled field of the product's form, however deep its value stands. A letter in it draws no other one anew. */
export function ProductField(props: ProductFieldProps) {
  const { form, name, wordsOf = name, isNew = false, attributes, onEdited, ...rest } = props;
  const { t } = useTranslation('form');
  const words = useFormWords();
  const { currency, currencyOptions, server_info } = useSettings();
  const { field: bound, fieldState } = useController({ name, control: form.control });
  const input = {
    ...bound,
    onChange: (value: unknown) => {
      bound.onChange(value);
      onEdited?.();
    },
  };
  const field = { ...rest, key: wordsOf };
  const label = words.field(wordsOf);
  const message = fieldState.error?.message;
  // A slug that exists follows no name.
  const derived = useWatch({
    control: form.control,
    name: field.from ?? '',
    disabled: !field.from || !isNew,
  });

  return (
    <Field
      id={`field-${name}`}
      label={label}
      hint={words.hint(wordsOf)}
      error={message && t(`form:${message}`, { defaultValue: message })}
      isRequired={field.required}
      isNarrow={field.kind === 'number' || field.kind === 'money'}
    >
      {(control) => (
        <KindInput
          {...{ field, control, input, label }}
          {...(attributes && { attributes })}
          word={(value) => words.option(wordsOf, value)}
          sign={currencySign(currency, currencyOptions.formation)}
          maxKib={server_info.upload_max_filesize}
          slug={{ derived: toSlug(String(derived ?? '')), isFollowing: isNew, prefix: '/products/' }}
          onUploadError={(text) =>
            text ? form.setError(name, { type: 'upload', message: text }) : form.clearErrors(name)
          }
        />
      )}
    </Field>
  );
}
