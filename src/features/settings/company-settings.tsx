import { useTranslation } from 'next-i18next/pages';
import type { FieldValues } from 'react-hook-form';
import { RequisitesFields } from '@/components/domain/requisites/requisites-fields';
import { requisitesToSend, requisitesValues } from '@/components/domain/requisites/values';
import { Card } from '@/components/ui/card';
import type { FormField } from '@/contract/core/define';
import type { SettingsOptions } from '@/contract/settings';
import { CompanyContacts } from './company-contacts';
import { SettingsField } from './settings-field';
import { SettingsPage } from './settings-page';

const footer: FormField<FieldValues>[] = [
  { key: 'siteLink', kind: 'text' },
  { key: 'copyrightText', kind: 'text' },
  { key: 'externalText', kind: 'text' },
  { key: 'externalLink', kind: 'text' },
];

/** The company tab of the settings (reference pages §3.3): who runs the marketplace and how it is reached. */
export function CompanySettings() {
  const { t } = useTranslation('form');
  return (
    <SettingsPage
      current="/settings/company-information"
      valuesOf={companyValues}
      schema={() => import('@/contract/settings/company').then((module) => module.companySettingsSchema)}
      shown={companyToSend}
      isTranslated
      side={(form) => (
        <Card title={t('form:settings.footer')} isForm>
          {footer.map((field) => (
            <SettingsField key={field.key} field={field} form={form} />
          ))}
        </Card>
      )}
    >
      {(form) => (
        <>
          <CompanyContacts form={form} />
          <RequisitesFields
            form={form}
            name="companyRequisites"
            texts={{
              company: t('form:settings.company-text'),
              bank: t('form:settings.bank-text'),
              taxes: t('form:settings.taxes-text'),
            }}
          />
        </>
      )}
    </SettingsPage>
  );
}

const addressKeys = ['country', 'state', 'city', 'zip', 'street_address'];

function companyValues(options: SettingsOptions): FieldValues {
  const { contactDetails: contacts } = options;
  const location: Record<string, unknown> = { ...contacts?.location };
  return {
    contactDetails: {
      contact: contacts?.contact ?? '',
      emailAddress: contacts?.emailAddress ?? '',
      website: contacts?.website ?? '',
      location: Object.fromEntries(addressKeys.map((key) => [key, location[key] ?? ''])),
      socials: (contacts?.socials ?? []).map(({ icon, url }) => ({ icon, url })),
    },
    companyRequisites: requisitesValues(options.companyRequisites),
    siteLink: options.siteLink ?? '',
    copyrightText: options.copyrightText ?? '',
    externalText: options.externalText ?? '',
    externalLink: options.externalLink ?? '',
  };
}

/** Contacts and requisites in which nothing is written may be left for later. Is given what it gave, too. */
function companyToSend({ contactDetails, companyRequisites, ...rest }: FieldValues): FieldValues {
  return {
    ...rest,
    contactDetails: isWritten(contactDetails) ? contactDetails : null,
    companyRequisites: requisitesToSend(companyRequisites),
  };
}

function isWritten(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' && value.trim() !== '';
  return Object.values(value).some(isWritten);
}
