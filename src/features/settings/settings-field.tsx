import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { Field } from '@/components/field';
import { KindInput } from '@/components/kind-input';
import type { FormField } from '@/contract/define';
import { currencySign } from '@/lib/currency-sign';
import { useSettings } from '@/state/settings';

interface SettingsFieldProps {
  field: FormField<FieldValues>;
  form: UseFormReturn<FieldValues>;
  /** Where its value lies in the form, when not under its key: in a row of a list. */
  path?: string;
}

/** A labelled field of the settings. */
export function SettingsField({ field, form, path = field.key }: SettingsFieldProps) {
  const { t, i18n } = useTranslation('form');
  const settings = useSettings();
  const { field: input, fieldState } = useController({ name: path, control: form.control });
  const name = field.key.replace('currencyOptions.', '');
  const label = t(`form:settings.fields.${name}`);
  const hintKey = `form:settings.hints.${name}`;
  const message = fieldState.error?.message;
  // Only the general tab lets them be chosen.
  const currency = String(form.watch('currency') ?? settings.currency);
  const formation = String(form.watch('currencyOptions.formation') ?? settings.currencyOptions.formation);
  return (
    <Field
      id={`field-${path.replace('currencyOptions.', '').replaceAll('.', '-')}`}
      label={label}
      hint={i18n.exists(hintKey) ? t(hintKey) : undefined}
      error={message && t(`form:${message}`, { defaultValue: message })}
      isRequired={field.required}
      isNarrow={field.kind === 'number' || field.kind === 'money'}
    >
      {(control) => (
        <KindInput
          {...{ field, control, input, label }}
          word={(code) => nameOf(field.key, code, i18n.language)}
          sign={currencySign(currency, formation)}
          maxKib={settings.server_info.upload_max_filesize}
          slug={{ derived: '', isFollowing: false, prefix: '' }}
          onUploadError={(text) => {
            if (text) form.setError(path, { type: 'upload', message: text });
            else form.clearErrors(path);
          }}
        />
      )}
    </Field>
  );
}

/** `RUB — российский рубль`, `русский (Россия)`. */
function nameOf(key: string, code: string, language: string): string {
  if (key === 'currency') {
    return `${code} — ${new Intl.DisplayNames([language], { type: 'currency' }).of(code) ?? code}`;
  }
  return new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code;
}
