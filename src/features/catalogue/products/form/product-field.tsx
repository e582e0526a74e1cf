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
  /** Path of the value; its translations are under `form:products.form.fields.<name>`. */
  name: string;
  /** Translation key when it differs from `name`, for rows of a list. */
  wordsOf?: string;
  isNew?: boolean;
  /** Set for translations. */
  attributes?: { lang: string; dir: string; placeholder: string };
  /** Called after a change by the user, not by `setValue`. */
  onEdited?: () => void;
}

/** A labelled field of the product's form, at any depth. Typing re-renders this field only. */
export function ProductField(props: ProductFieldProps) {
  const { form, name, wordsOf = name, isNew = false, attributes, onEdited, ...rest } = props;
  const { t } = useTranslation(['catalogue', 'form']);
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
  // The slug of a stored product does not follow its name.
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
      error={
        message &&
        t([`catalogue:products.form.errors.${message}`, `form:${message}`], { defaultValue: message })
      }
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
