import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { PhoneInput } from '@/components/inputs/phone-input';
import { Card } from '@/components/ui/card';
import { shops } from '@/contract/shops';
import { socialIcons } from '@/contract/shops/socials';
import { useFormField } from '@/lib/form/use-form-field';
import { useLabels } from '@/lib/i18n/labels';
import { ShopField } from './shop-field';

/** Contacts of the shop for buyers: phone, site, networks. */
export function ContactsCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('shops');
  return (
    <Card title={t('shops:shops.contacts')} isForm>
      <div className="grid gap-5 @md:grid-cols-2">
        <PhoneField form={form} />
        <ShopField form={form} name="settings.website" kind="text" />
      </div>
      <ShopField
        form={form}
        name="settings.socials"
        kind="items"
        items={[
          { key: 'icon', kind: 'select', options: socialIcons },
          { key: 'url', kind: 'text' },
        ]}
      />
    </Card>
  );
}

export function PhoneField({ form }: { form: UseFormReturn<FieldValues> }) {
  const labels = useLabels(shops);
  const name = 'settings.contact';
  const { field, error } = useFormField(form, name);
  return (
    <Field
      as={PhoneInput}
      id={`field-${name}`}
      label={labels.field(name)}
      error={error}
      isRequired
      {...field}
      value={String(field.value ?? '')}
    />
  );
}
