import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ItemsInput } from '@/components/form/items-input';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Card } from '@/components/ui/card';
import type { FormField } from '@/contract/core/define';
import { paperKeys } from '@/contract/shops/vendor-file';
import { useFormField } from '@/lib/form/use-form-field';
import { ClassField } from './class-field';
import { settingId, shopFields } from './settings-cards';
import { SettingsField, SettingsFields } from './settings-field';

type Form = UseFormReturn<FieldValues>;

const kinds = ['organisation', 'entrepreneur', 'self_employed'] as const;

const paper: readonly FormField<FieldValues>[] = [
  { key: 'name', kind: 'text' },
  { key: 'isRequired', kind: 'switch' },
  { key: 'hasExpiry', kind: 'switch' },
];

/** What is asked of vendors by kind, and whether a shop opens without it. */
export function VendorFileCard({ form }: { form: Form }) {
  const { t } = useTranslation(['settings', 'shops']);
  const texts = 'settings:settings.vendor-file';
  return (
    <Card title={t(`${texts}.title`)} text={t(`${texts}.text`)} isForm>
      <SettingsFields fields={shopFields.vendorFile} form={form} />
      <ClassField name="vendorFile.contract" endpoint="terms-and-conditions" form={form} />
      {kinds.map((kind) => (
        <ItemsInput
          key={kind}
          id={settingId(`vendorFile.papers.${kind}`)}
          label={t(`settings:settings.fields.vendorFile-papers-${kind}`)}
          field={{ key: `vendorFile.papers.${kind}`, kind: 'items', items: paper }}
          form={form}
          addLabel={t(`${texts}.add`)}
          draw={(item, path) =>
            item.key === 'name' ? (
              <PaperName form={form} path={path} />
            ) : (
              <SettingsField
                field={{ ...item, key: `vendorFile.paper.${item.key}` }}
                form={form}
                path={path}
              />
            )
          }
        />
      ))}
    </Card>
  );
}

/** A paper that the dictionary names shows that name until the operator writes another. */
function PaperName({ form, path }: { form: Form; path: string }) {
  const { t } = useTranslation(['form', 'settings', 'shops']);
  const { field, error } = useFormField(form, path);
  const key: unknown = form.getValues(path.replace(/name$/, 'key'));
  const known = paperKeys.find((one) => one === key);
  return (
    <Field
      as={Input}
      id={settingId(path)}
      label={t('settings:settings.fields.vendorFile-paper-name')}
      error={error}
      isRequired={!known}
      {...field}
      dir="auto"
      value={String(field.value ?? '')}
      placeholder={known && t(`shops:vendor-file.papers.${known}`)}
    />
  );
}
