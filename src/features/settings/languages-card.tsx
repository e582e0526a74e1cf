import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Checkbox } from '@/components/inputs/checkbox';
import { Card } from '@/components/ui/card';
import { defaultLanguage, offeredLanguages } from '@/contract/core/languages';
import { env } from '@/lib/env';
import { useFormField } from '@/lib/form/use-form-field';
import { languageName } from '@/lib/i18n/language-name';

/** Languages of the panel, out of those in this build; Russian is always included. */
export function LanguagesCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t, i18n } = useTranslation(['settings', 'form']);
  const { field, error } = useFormField(form, 'languages');
  if (env.languages.length < 2) return null;

  const chosen = field.value as string[];
  const toggle = (language: string, isOn: boolean) =>
    field.onChange(offeredLanguages(isOn ? [...chosen, language] : chosen.filter((one) => one !== language)));
  return (
    <Card
      title={t('settings:settings.fields.languages')}
      text={t('settings:settings.hints.languages')}
      isForm
    >
      <fieldset id="field-languages" className="flex flex-wrap gap-x-6">
        <legend className="sr-only">{t('settings:settings.fields.languages')}</legend>
        {env.languages.map((language) => (
          <Checkbox
            key={language}
            label={languageName(language, i18n.language)}
            checked={language === defaultLanguage || chosen.includes(language)}
            disabled={language === defaultLanguage}
            onBlur={field.onBlur}
            onChange={(event) => toggle(language, event.target.checked)}
          />
        ))}
      </fieldset>
      {error && (
        <p role="alert" className="mt-1.5 text-small font-medium text-bad">
          {error}
        </p>
      )}
    </Card>
  );
}

/** «Русский, Английский», for the conflict view. */
export function languageNames(value: unknown, locale: string): string {
  return Array.isArray(value) ? value.map((code) => languageName(String(code), locale)).join(', ') : '';
}
