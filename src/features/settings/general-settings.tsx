import '@/lib/form-words';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues } from 'react-hook-form';
import { Card } from '@/components/card';
import { FormFrame } from '@/components/form-frame';
import { Loaded } from '@/components/loaded';
import { Tabs } from '@/components/tabs';
import { ValueText } from '@/components/value-text';
import type { FormField } from '@/contract/define';
import { defaultLanguage } from '@/contract/languages';
import type { Settings } from '@/contract/settings';
import { api } from '@/lib/api';
import { env } from '@/lib/env';
import { languageName } from '@/lib/language-name';
import { useRecordForm } from '@/lib/record-form';
import { showToast } from '@/lib/toast';
import { useSetSettings, useSettings } from '@/state/settings';
import { settingsFields, settingsValues } from './fields';
import { MoneySample } from './money-sample';
import { SettingsField } from './settings-field';

/** The general tab of the settings (specification §7, reference pages §3.3). */
export function GeneralSettings() {
  const { locale = defaultLanguage } = useRouter();
  const query = useQuery({
    queryKey: ['settings', locale],
    queryFn: () => api.get<Settings>('settings', { language: locale }),
    // The copy that the site runs on may be minutes old; an edit starts from what is stored now.
    refetchOnMount: 'always',
    meta: { silent: true },
  });
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
      top={<SettingsTabs language={language} />}
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

/** Only tabs whose page exists; others come with their issues. */
function SettingsTabs({ language }: { language: string }) {
  const { t } = useTranslation('form');
  return (
    <>
      <Tabs
        label={t('form:settings.tabs')}
        tabs={[{ href: '/settings', label: t('form:settings.tab-general'), isCurrent: true }]}
      />
      {env.isMultiLanguage && (
        <p className="mt-3 text-small text-ink-second">
          {t('form:settings.language-note', { language: languageName(language, language) })}
        </p>
      )}
    </>
  );
}

/** Saves this tab's keys only, so that no tab undoes another; what is answered becomes current (specification §7). */
function useSaveSettings(language: string) {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const setSettings = useSetSettings();
  return useMutation({
    // The form shows both sides of a conflict itself.
    meta: { silent: ['CONFLICT'] },
    mutationFn: (input: { options: FieldValues; version: number | undefined }) =>
      api.post<Settings>('settings', { language, ...input }, { language }),
    onSuccess: (saved) => {
      client.setQueryData(['settings', language], saved);
      // What all languages share has changed in the copies of the others too.
      void client.invalidateQueries({ queryKey: ['settings'], refetchType: 'none' });
      setSettings(saved.options);
      showToast('success', t('common:successfully-updated'));
    },
  });
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('thumbnail' in value);
}
