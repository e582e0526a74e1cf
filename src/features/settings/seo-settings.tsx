import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import type { FormField } from '@/contract/core/define';
import type { SettingsOptions } from '@/contract/settings';
import { fileUrl } from '@/lib/api/client';
import { pictureIn } from '@/lib/format/pictures';
import { cut, readableAddress } from '@/lib/format/preview-text';
import { basePath } from '@/lib/site';
import { useSettings } from '@/state/settings';
import { seoFields } from './settings-cards';
import { SettingsField } from './settings-field';
import { SettingsPage } from './settings-page';

type Field = FormField<FieldValues>;

/** Search engines and social networks cut longer texts. */
const longest = { metaTitle: 60, metaDescription: 160, ogTitle: 60, ogDescription: 110 } as const;

const { search, sharing } = seoFields;

export function SeoSettings() {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage
      current="/settings/seo"
      valuesOf={seoValues}
      schema={() => import('@/contract/settings/seo').then((module) => module.seoSettingsSchema)}
      isTranslated
    >
      {(form) => (
        <>
          <Card title={t('settings:settings.search')} text={t('settings:settings.search-text')} isForm>
            <SearchSnippet form={form} most={longest} />
            {search.map((field) => (
              <SeoField key={field.key} field={field} form={form} />
            ))}
          </Card>
          <Card title={t('settings:settings.sharing')} text={t('settings:settings.sharing-text')} isForm>
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

/** Shows the length of a text where it matters. */
function SeoField({ field, form }: { field: Field; form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('settings');
  const value: unknown = useWatch({ control: form.control, name: field.key });
  const most = Object.entries(longest).find(([key]) => field.key === `seo.${key}`)?.[1];
  if (most === undefined) return <SettingsField field={field} form={form} />;
  const count = String(value ?? '').trim().length;
  const hint = t(`settings:settings.${count > most ? 'length-over' : 'length'}`, { count, most });
  return <SettingsField field={field} form={form} hint={hint} />;
}

function seoValues({ seo }: SettingsOptions): FieldValues {
  const { ogImage = null, ...texts } = seo;
  const keys = [...search, ...sharing].map(({ key }) => key.replace('seo.', ''));
  const written: Record<string, unknown> = { ...texts };
  return { seo: { ...Object.fromEntries(keys.map((key) => [key, written[key] ?? ''])), ogImage } };
}

interface SearchSnippetProps {
  form: UseFormReturn<FieldValues>;
  most: { metaTitle: number; metaDescription: number };
}

/** Preview of the site in search results, with their truncation. */
function SearchSnippet({ form, most }: SearchSnippetProps) {
  const { t } = useTranslation(['settings', 'common']);
  const { siteTitle, siteSubtitle, siteLink } = useSettings();
  const [title, text, address] = useWatch({
    control: form.control,
    name: ['seo.metaTitle', 'seo.metaDescription', 'seo.canonicalUrl'],
  });
  const suffix = String(title ?? '').trim() || t('common:default-meta-title');
  const description = String(text ?? '').trim() || siteSubtitle || t('settings:settings.no-description');
  const where = String(address ?? '').trim() || siteLink || window.location.host;
  return (
    <figure className="min-w-0 rounded-card border border-line bg-sunken p-4">
      <figcaption className="mb-2 text-small text-ink-second">
        {t('settings:settings.search-preview')}
      </figcaption>
      <p className="truncate text-small text-ink-second" dir="ltr">
        {readableAddress(where).split('/').filter(Boolean).join(' › ')}
      </p>
      <p className="truncate text-[18px]/6 text-accent-ink">
        {cut(`${siteTitle} | ${suffix}`, most.metaTitle)}
      </p>
      <p className="line-clamp-2 break-words text-ink-second">{cut(description, most.metaDescription)}</p>
    </figure>
  );
}

/** Preview of a shared link in networks and messengers, with the same fallbacks for empty fields. */
function SharingCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation(['settings', 'common']);
  const { siteTitle, siteSubtitle, siteLink, logo } = useSettings();
  const seo = useWatch({ control: form.control, name: 'seo' });
  const own = (key: string) => String(seo?.[key] ?? '').trim();
  const title = own('ogTitle') || `${siteTitle} | ${own('metaTitle') || t('common:default-meta-title')}`;
  const text = own('ogDescription') || own('metaDescription') || siteSubtitle;
  const picture = pictureIn(seo?.ogImage) ?? logo;
  const isWide = own('twitterCardType') !== 'summary';
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-small text-ink-second">
        {t('settings:settings.sharing-preview')}
      </figcaption>
      <div
        className={`flex max-w-100 overflow-hidden rounded-card border border-line bg-sunken ${isWide ? 'flex-col' : 'items-stretch'}`}
      >
        <img
          src={picture ? fileUrl(picture.original) : `${basePath}/og.png`}
          alt=""
          className={`bg-surface object-cover ${isWide ? 'aspect-[1.91] w-full' : 'size-26 shrink-0'}`}
        />
        <div className="min-w-0 p-3">
          <p className="truncate text-small text-ink-second" dir="ltr">
            {readableAddress(own('canonicalUrl') || siteLink || window.location.host).split('/')[0]}
          </p>
          <p className="line-clamp-2 font-medium break-words">{cut(title, 70)}</p>
          {text && <p className="line-clamp-2 text-small break-words text-ink-second">{cut(text, 200)}</p>}
        </div>
      </div>
    </figure>
  );
}
