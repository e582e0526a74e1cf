import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { ItemsInput } from '@/components/form/items-input';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
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

/** Whether a shop opens without its vendor's papers, and the contract; the papers have a page of their own. */
export function VendorFileCard({ form, papersHref }: { form: Form; papersHref: string }) {
  const { t } = useTranslation('settings');
  const texts = 'settings:settings.vendor-file';
  return (
    <Card title={t(`${texts}.title`)} text={t(`${texts}.text`)} isForm>
      <SettingsFields fields={shopFields.vendorFile} form={form} />
      <ClassField name="vendorFile.contract" endpoint="terms-and-conditions" form={form} />
      <p>
        <Link href={papersHref} className="relative touch-target text-accent-ink hover:underline">
          {t(`${texts}.to-papers`)}
        </Link>
      </p>
    </Card>
  );
}

/** What is asked of vendors, one kind at a time; a kind with errors comes forward. */
export function VendorPapersCard({ form }: { form: Form }) {
  const { t } = useTranslation(['settings', 'shops']);
  const texts = 'settings:settings.vendor-file';
  const [chosen, setChosen] = useState<(typeof kinds)[number]>('organisation');
  const { errors } = form.formState;
  const isWrong = (kind: string) => get(errors, `vendorFile.papers.${kind}`) !== undefined;
  const kind = isWrong(chosen) ? chosen : (kinds.find(isWrong) ?? chosen);
  return (
    <Card title={t(`${texts}.papers`)} text={t(`${texts}.text`)} isForm>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 font-medium">{t(`${texts}.kind`)}</legend>
        {kinds.map((one) => (
          <Button
            key={one}
            size="small"
            aria-pressed={one === kind}
            variant={one === kind ? 'primary' : 'secondary'}
            onClick={() => setChosen(one)}
          >
            {t(`shops:shops.options.legal_form.${one}`)}
          </Button>
        ))}
      </fieldset>
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
            <SettingsField field={{ ...item, key: `vendorFile.paper.${item.key}` }} form={form} path={path} />
          )
        }
      />
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
