import { useTranslation } from 'next-i18next/pages';
import type { FieldValues } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import type { FormField } from '@/contract/core/define';
import { offeredLanguages } from '@/contract/core/languages';
import type { SettingsOptions } from '@/contract/settings';
import { LanguagesCard, languageNames } from './languages-card';
import { settingValues } from './setting-values';
import { generalFields } from './settings-cards';
import { SettingsField, SettingsFields } from './settings-field';
import { SettingsPage } from './settings-page';
import { timeZones } from './zone-name';

type Field = FormField<FieldValues>;

const { site, rules, entrance, logos } = generalFields;
const zone = (current: string): Field => ({ ...generalFields.timeZone, options: timeZones(current) });

export function GeneralSettings() {
  const { t, i18n } = useTranslation('settings');
  return (
    <SettingsPage
      current="/settings"
      valuesOf={generalValues}
      schema={() => import('@/contract/settings/schema').then((module) => module.generalSettingsSchema)}
      fields={[...site, ...rules, ...entrance, ...logos]}
      textOf={(key, value) => (key === 'languages' ? languageNames(value, i18n.language) : undefined)}
      isTranslated
      side={(form) => (
        <Card title={t('settings:settings.logos')} isForm>
          <SettingsFields fields={logos} form={form} />
        </Card>
      )}
    >
      {(form, { options }) => (
        <>
          <Card title={t('settings:settings.site')} text={t('settings:settings.site-text')} isForm>
            <SettingsFields fields={site} form={form} />
            <SettingsField field={zone(options.timeZone)} form={form} />
          </Card>
          <LanguagesCard form={form} />
          <Card title={t('settings:settings.rules')} isForm>
            <SettingsFields fields={rules} form={form} />
          </Card>
          <Card title={t('settings:settings.entrance')} isForm>
            <SettingsFields fields={entrance} form={form} />
          </Card>
        </>
      )}
    </SettingsPage>
  );
}

function generalValues(options: SettingsOptions, language: string): FieldValues {
  const fields = [...site, generalFields.timeZone, ...rules, ...entrance, ...logos];
  return { ...settingValues(fields, options, language), languages: offeredLanguages(options.languages) };
}
