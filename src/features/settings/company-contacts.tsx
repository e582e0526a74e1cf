import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { AddressFind } from '@/components/domain/address-search';
import { Field } from '@/components/inputs/field';
import { PhoneInput } from '@/components/inputs/phone-input';
import { Card } from '@/components/ui/card';
import type { FormField } from '@/contract/core/define';
import type { AddressSuggestion } from '@/contract/settings/lookups';
import { socialIcons } from '@/contract/settings/socials';
import { ItemsInput } from '@/crud/form/items-input';
import { SettingsField } from './settings-field';

type Form = UseFormReturn<FieldValues>;
type FieldOf = FormField<FieldValues>;

const ways: FieldOf[] = [
  { key: 'contactDetails.emailAddress', kind: 'text', required: true },
  { key: 'contactDetails.website', kind: 'text', required: true },
];
const place: FieldOf[] = [
  { key: 'contactDetails.location.country', kind: 'text' },
  { key: 'contactDetails.location.state', kind: 'text' },
  { key: 'contactDetails.location.city', kind: 'text' },
  { key: 'contactDetails.location.zip', kind: 'text' },
];
const street: FieldOf = { key: 'contactDetails.location.street_address', kind: 'text' };
const networks: FieldOf = {
  key: 'contactDetails.socials',
  kind: 'items',
  items: [
    { key: 'icon', kind: 'select', required: true, options: socialIcons },
    { key: 'url', kind: 'text', required: true },
  ],
};

/** How the marketplace is reached (reference entities E14): below letters, and for the storefront. */
export function CompanyContacts({ form }: { form: Form }) {
  const { t } = useTranslation('form');
  const fill = ({ country, state, city, zip, street_address }: AddressSuggestion) => {
    const found = { country, state, city, zip, street_address };
    for (const [key, text] of Object.entries(found)) {
      form.setValue(`contactDetails.location.${key}`, text ?? '', { shouldDirty: true });
    }
  };
  return (
    <>
      <Card title={t('form:settings.contacts')} text={t('form:settings.contacts-text')} isForm>
        <PhoneField form={form} />
        <div className="grid items-start gap-5 @md:grid-cols-2">
          {ways.map((field) => (
            <SettingsField key={field.key} field={field} form={form} />
          ))}
        </div>
        <ItemsInput
          id="field-contactDetails-socials"
          label={t('form:settings.fields.contactDetails-socials')}
          field={networks}
          form={form}
          text={(message) => t(`form:${message}`, { defaultValue: message })}
          draw={(item, path) => <SettingsField field={item} form={form} path={path} />}
        />
      </Card>
      <Card title={t('form:settings.address')} isForm>
        <AddressFind onFound={fill} />
        <div className="grid items-start gap-5 @md:grid-cols-2">
          {place.map((field) => (
            <SettingsField key={field.key} field={field} form={form} />
          ))}
        </div>
        <SettingsField field={street} form={form} />
      </Card>
    </>
  );
}

function PhoneField({ form }: { form: Form }) {
  const { t } = useTranslation('form');
  const { field, fieldState } = useController({ name: 'contactDetails.contact', control: form.control });
  const message = fieldState.error?.message;
  return (
    <Field
      id="field-contactDetails-contact"
      label={t('form:settings.fields.contactDetails-contact')}
      error={message && t(`form:${message}`, { defaultValue: message })}
      isRequired
    >
      {(control) => <PhoneInput {...control} {...field} value={String(field.value ?? '')} />}
    </Field>
  );
}
