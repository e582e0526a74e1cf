import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { settingValues } from './setting-values';
import { maintenanceFields } from './settings-cards';
import { SettingsField, SettingsFields } from './settings-field';
import { SettingsPage } from './settings-page';

const { lever, when, what, picture } = maintenanceFields;

/** Maintenance tab of the settings: an announcement only, nothing is switched off. */
export function MaintenanceSettings() {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage
      current="/settings/maintenance"
      valuesOf={(options, language) => settingValues([lever, ...when, ...what, picture], options, language)}
      schema={() =>
        import('@/contract/settings/maintenance').then((module) => module.maintenanceSettingsSchema)
      }
      fields={[lever]}
      side={(form) => (
        <Card title={t('settings:settings.maintenance-picture')} isForm>
          <SettingsField field={picture} form={form} />
        </Card>
      )}
    >
      {(form) => (
        <>
          <Card
            title={t('settings:settings.maintenance-title')}
            text={t('settings:settings.maintenance-text')}
            isForm
          >
            <SettingsField field={lever} form={form} />
            <div className="grid items-start gap-5 @md:grid-cols-2">
              <SettingsFields fields={when} form={form} />
            </div>
          </Card>
          <Card title={t('settings:settings.maintenance-words')} isForm>
            <SettingsFields fields={what} form={form} />
          </Card>
        </>
      )}
    </SettingsPage>
  );
}
