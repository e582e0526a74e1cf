import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { AddressFind } from '@/components/domain/address-search';
import { RequisitesFields } from '@/components/domain/requisites/requisites-fields';
import { requisitesToSend, requisitesValues } from '@/components/domain/requisites/values';
import { ItemsInput } from '@/components/form/items-input';
import { Field } from '@/components/inputs/field';
import { PhoneInput } from '@/components/inputs/phone-input';
import { Card } from '@/components/ui/card';
import type { SettingsOptions } from '@/contract/settings';
import type { AddressSuggestion } from '@/contract/settings/lookups';
import { useFormField } from '@/lib/form/use-form-field';
import { settingValues } from './setting-values';
import { companyFields } from './settings-cards';
import { SettingsField, SettingsFields } from './settings-field';
import { SettingsPage } from './settings-page';

const { footer, ways, place, street, networks } = companyFields;

/** Company tab of the settings: operator of the marketplace and contacts. */
export function CompanySettings() {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage
      current="/settings/company-information"
      valuesOf={companyValues}
      schema={() => import('@/contract/settings/company').then((module) => module.companySettingsSchema)}
      shown={companyToSend}
      isTranslated
      side={(form) => (
        <Card title={t('settings:settings.footer')} isForm>
          <SettingsFields fields={footer} form={form} />
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
              company: t('settings:settings.company-text'),
              bank: t('settings:settings.bank-text'),
              taxes: t('settings:settings.taxes-text'),
            }}
          />
        </>
      )}
    </SettingsPage>
  );
}

function companyValues(options: SettingsOptions, language: string): FieldValues {
  const values = settingValues([...footer, ...ways, ...place, street], options, language);
  const { contact = '', socials = [] } = options.contactDetails ?? {};
  return {
    ...values,
    contactDetails: {
      ...values.contactDetails,
      contact: contact ?? '',
      socials: (socials ?? []).map(({ icon, url }) => ({ icon, url })),
    },
    companyRequisites: requisitesValues(options.companyRequisites),
  };
}

/** Empty contacts and requisites are optional. Idempotent: also gets its own result. */
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

type Form = UseFormReturn<FieldValues>;

/** Contacts of the marketplace: below e-mails, and for the storefront. */
function CompanyContacts({ form }: { form: Form }) {
  const { t } = useTranslation('settings');
  // All or none of the ways: they are required once one of the contacts is written.
  const isBegun = useWatch({ control: form.control, name: 'contactDetails', compute: isWritten });
  const fill = ({ country, state, city, zip, street_address }: AddressSuggestion) => {
    const found = { country, state, city, zip, street_address };
    for (const [key, text] of Object.entries(found)) {
      form.setValue(`contactDetails.location.${key}`, text ?? '', { shouldDirty: true });
    }
  };
  return (
    <>
      <Card title={t('settings:settings.contacts')} text={t('settings:settings.contacts-text')} isForm>
        <PhoneField form={form} isRequired={isBegun} />
        <div className="grid items-start gap-5 @md:grid-cols-2">
          <SettingsFields fields={ways.map((field) => ({ ...field, required: isBegun }))} form={form} />
        </div>
        <ItemsInput
          id="field-contactDetails-socials"
          label={t('settings:settings.fields.contactDetails-socials')}
          field={networks}
          form={form}
          draw={(item, path) => <SettingsField field={item} form={form} path={path} />}
        />
      </Card>
      <Card title={t('settings:settings.address')} isForm>
        <AddressFind onFound={fill} />
        <div className="grid items-start gap-5 @md:grid-cols-2">
          <SettingsFields fields={place} form={form} />
        </div>
        <SettingsField field={street} form={form} />
      </Card>
    </>
  );
}

function PhoneField({ form, isRequired }: { form: Form; isRequired: boolean }) {
  const { t } = useTranslation(['settings', 'form']);
  const { field, error } = useFormField(form, 'contactDetails.contact');
  return (
    <Field
      as={PhoneInput}
      id="field-contactDetails-contact"
      label={t('settings:settings.fields.contactDetails-contact')}
      error={error}
      isRequired={isRequired}
      {...field}
      value={String(field.value ?? '')}
    />
  );
}
