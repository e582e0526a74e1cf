import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import type { FormField } from '@/contract/core/define';
import { KindInput } from '@/crud/form/kind-input';
import { useFormField } from '@/lib/form/use-form-field';
import { currencySign } from '@/lib/format/currency-sign';
import { useSettings } from '@/state/settings';
import { settingId, settingName } from './settings-cards';
import { zoneName } from './zone-name';

interface SettingsFieldProps {
  field: FormField<FieldValues>;
  form: UseFormReturn<FieldValues>;
  /** Path of the value in the form, when it is not its key: in a row of a list. */
  path?: string;
  /** Replaces the hint of its key. */
  hint?: string;
}

interface SettingsFieldsProps {
  fields: readonly FormField<FieldValues>[];
  form: UseFormReturn<FieldValues>;
}

/** Fields of the settings in their order. */
export const SettingsFields = ({ fields, form }: SettingsFieldsProps) =>
  fields.map((field) => <SettingsField key={field.key} field={field} form={form} />);

/** A labelled field of the settings. Its texts are under its key, with `-` in place of dots. */
export function SettingsField({ field, form, path = field.key, hint }: SettingsFieldProps) {
  const { t, i18n } = useTranslation(['form', 'settings']);
  const settings = useSettings();
  const { field: input, error } = useFormField(form, path);
  const name = settingName(field.key);
  const label = t(`settings:settings.fields.${name}`);
  const hintKey = `settings:settings.hints.${name}`;
  // Only the payment tab uses these choices.
  const currency = String(form.watch('currency') ?? settings.currency);
  const formation = String(form.watch('currencyOptions.formation') ?? settings.currencyOptions.formation);
  return (
    <Field
      id={settingId(path)}
      label={label}
      hint={hint ?? (i18n.exists(hintKey) ? t(hintKey) : undefined)}
      error={error}
      isRequired={field.required}
      isNarrow={field.kind === 'number' || field.kind === 'money'}
    >
      {(control) => (
        <KindInput
          field={field}
          control={control}
          input={input}
          label={label}
          word={(code) =>
            nameOf(name, code, i18n.language) ?? t(`settings:settings.options.${name}.${code || 'none'}`)
          }
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

/** `RUB — российский рубль`, `русский (Россия)`, `UTC+3 · Москва`; undefined for options named in the dictionary. */
function nameOf(name: string, code: string, language: string): string | undefined {
  if (name === 'currency') {
    return `${code} — ${displayName('currency', code, language)}`;
  }
  if (name === 'timeZone') return zoneName(code, language);
  if (name === 'formation') return displayName('language', code, language);
  return undefined;
}

const displays = new Map<string, Intl.DisplayNames>();

function displayName(type: 'currency' | 'language', code: string, language: string): string {
  const key = `${type} ${language}`;
  const names = displays.get(key) ?? new Intl.DisplayNames([language], { type });
  displays.set(key, names);
  return names.of(code) ?? code;
}
