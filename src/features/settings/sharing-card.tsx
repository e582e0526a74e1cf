import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { pictureIn } from '@/crud/form/form-values';
import { fileUrl } from '@/lib/api/client';
import { basePath } from '@/lib/site';
import { useSettings } from '@/state/settings';
import { cut, readableAddress } from './preview-text';

/** The card that networks and messengers make of a link to the site; what is not written is taken from where they take it. */
export function SharingCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation(['form', 'common']);
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
        {t('form:settings.sharing-preview')}
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
