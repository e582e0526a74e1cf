import { useTranslation } from 'next-i18next/pages';
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { fieldErrorText } from './field-error';

/** A field of a form, and its error in words. */
export function useFormField<Values extends FieldValues, Name extends FieldPath<Values>>(
  form: UseFormReturn<Values>,
  name: Name,
) {
  const { t } = useTranslation('form');
  const { field, fieldState } = useController({ name, control: form.control });
  const message = fieldState.error?.message;
  return { field, error: message && fieldErrorText(t, message, field.value) };
}
