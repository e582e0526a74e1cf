import '@/lib/form-words';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues } from 'react-hook-form';
import { Card } from '@/components/card';
import { FormFrame } from '@/components/form-frame';
import { Loaded } from '@/components/loaded';
import { ValueText } from '@/components/value-text';
import type { FormField } from '@/contract/define';
import { defaultLanguage } from '@/contract/languages';
import type { Settings } from '@/contract/settings';
import { env } from '@/lib/env';
import { languageName } from '@/lib/language-name';
import { useRecordForm } from '@/lib/record-form';
import { useSettings } from '@/state/settings';
import { settingsFields, settingsValues } from './fields';
import { MoneySample } from './money-sample';
import { SettingsField } from './settings-field';
import { SettingsTabs } from './settings-tabs';
import { useSaveSettings, useStoredSettings } from './use-save-settings';

/** The general tab of the settings (specification §7, reference pages §3.3). */
export function GeneralSettings() {
  const { locale = defaultLanguage } = useRouter();
  const query = useStoredSettings(locale);
  return (
    <Loaded query={query}>
      {(settings) => <SettingsForm key={settings.language} settings={settings} language={locale} />}
    </Loaded>
  );
}

function SettingsForm({ settings, language }: { settings: Settings; language: string }) {
  const { t } = useTranslation('form');
  const save = useSaveSettings(language);
  const record = useRecordForm<Settings>({
    record: settings,
    valuesOf: (one) => settingsValues(one, language),
    schema: () => import('@/contract/settings/schema').then((module) => module.generalSettingsSchema),
    save: (options, version) => save.mutateAsync({ options, version }),
    onSaved: () => {},
    leaveQuestion: t('form:leave-question'),
  });
  const fields = settingsFields(settings);
  const { currency, currencyOptions } = useSettings();
  const labelOf = (key: string) => t(`form:settings.fields.${key}`);
  const draw = (list: FormField<FieldValues>[]) =>
    list.map((field) => <SettingsField key={field.key} field={field} form={record.form} />);

  return (
    <FormFrame
      record={record}
      title={t('form:settings.title')}
      top={
        <>
          <SettingsTabs current="/settings" />
          {env.isMultiLanguage && <LanguageNote language={language} />}
        </>
      }
      labelOf={labelOf}
      textOf={(key, value) => (
        <ValueText
          field={Object.values(fields)
            .flat()
            .find((field) => field.key === key)}
          value={isPlain(value) ? Object.values(value).join(', ') : value}
          label={labelOf(key)}
          word={(text) => text}
          money={{ currency, ...currencyOptions }}
        />
      )}
      side={
        <Card title={t('form:settings.logos')} isForm>
          {draw(fields.logos)}
        </Card>
      }
    >
      <Card title={t('form:settings.site')} text={t('form:settings.site-text')} isForm>
        {draw(fields.site)}
      </Card>
      <Card title={t('form:settings.money')} isForm>
        {draw(fields.money)}
        <MoneySample form={record.form} />
      </Card>
      <Card title={t('form:settings.rules')} isForm>
        {draw(fields.rules)}
      </Card>
      <Card title={t('form:settings.footer')} isForm>
        {draw(fields.footer)}
      </Card>
    </FormFrame>
  );
}

/** What of this tab differs by language. */
function LanguageNote({ language }: { language: string }) {
  const { t } = useTranslation('form');
  return (
    <p className="mt-3 text-small text-ink-second">
      {t('form:settings.language-note', { language: languageName(language, language) })}
    </p>
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('thumbnail' in value);
}
