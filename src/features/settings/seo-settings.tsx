import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import type { FormField } from '@/contract/core/define';
import type { SettingsOptions } from '@/contract/settings';
import { SearchSnippet } from './search-snippet';
import { SettingsField } from './settings-field';
import { SettingsPage } from './settings-page';
import { SharingCard } from './sharing-card';

type Field = FormField<FieldValues>;

/** Search engines and networks cut what is longer. */
const longest = { metaTitle: 60, metaDescription: 160, ogTitle: 60, ogDescription: 110 } as const;

const search: Field[] = [
  { key: 'seo.metaTitle', kind: 'text' },
  { key: 'seo.metaDescription', kind: 'textarea', rows: 3 },
  { key: 'seo.metaTags', kind: 'text' },
  { key: 'seo.canonicalUrl', kind: 'text' },
];
const sharing: Field[] = [
  { key: 'seo.ogTitle', kind: 'text' },
  { key: 'seo.ogDescription', kind: 'textarea', rows: 2 },
  { key: 'seo.ogImage', kind: 'image' },
  { key: 'seo.twitterHandle', kind: 'text' },
  // The validation library must not come along: the schema checks the same four.
  {
    key: 'seo.twitterCardType',
    kind: 'select',
    options: ['', 'summary', 'summary_large_image', 'app', 'player'],
  },
];

/** The SEO tab of the settings (reference entities E12), with what comes of it at once. */
export function SeoSettings() {
  const { t } = useTranslation('form');
  return (
    <SettingsPage
      current="/settings/seo"
      valuesOf={seoValues}
      schema={() => import('@/contract/settings/seo').then((module) => module.seoSettingsSchema)}
      isTranslated
    >
      {(form) => (
        <>
          <Card title={t('form:settings.search')} text={t('form:settings.search-text')} isForm>
            <SearchSnippet form={form} most={longest} />
            {search.map((field) => (
              <SeoField key={field.key} field={field} form={form} />
            ))}
          </Card>
          <Card title={t('form:settings.sharing')} text={t('form:settings.sharing-text')} isForm>
            <SharingCard form={form} />
            {sharing.map((field) => (
              <SeoField key={field.key} field={field} form={form} />
            ))}
          </Card>
        </>
      )}
    </SettingsPage>
  );
}

/** Says how long a text is where length matters. */
function SeoField({ field, form }: { field: Field; form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  const value: unknown = useWatch({ control: form.control, name: field.key });
  const most = Object.entries(longest).find(([key]) => field.key === `seo.${key}`)?.[1];
  if (most === undefined) return <SettingsField field={field} form={form} />;
  const count = String(value ?? '').trim().length;
  const hint = t(`form:settings.${count > most ? 'length-over' : 'length'}`, { count, most });
  return <SettingsField field={field} form={form} hint={hint} />;
}

function seoValues({ seo }: SettingsOptions): FieldValues {
  const { ogImage = null, ...texts } = seo;
  const keys = [...search, ...sharing].map(({ key }) => key.replace('seo.', ''));
  const written: Record<string, unknown> = { ...texts };
  return { seo: { ...Object.fromEntries(keys.map((key) => [key, written[key] ?? ''])), ogImage } };
}
