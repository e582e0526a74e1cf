import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { useSettings } from '@/state/settings';
import { cut, readableAddress } from './preview-text';

interface SearchSnippetProps {
  form: UseFormReturn<FieldValues>;
  most: { metaTitle: number; metaDescription: number };
}

/** The site among the results of a search engine, cut where those cut. */
export function SearchSnippet({ form, most }: SearchSnippetProps) {
  const { t } = useTranslation(['form', 'common']);
  const { siteTitle, siteSubtitle, siteLink } = useSettings();
  const [title, text, address] = useWatch({
    control: form.control,
    name: ['seo.metaTitle', 'seo.metaDescription', 'seo.canonicalUrl'],
  });
  const suffix = String(title ?? '').trim() || t('common:default-meta-title');
  const description = String(text ?? '').trim() || siteSubtitle || t('form:settings.no-description');
  const where = String(address ?? '').trim() || siteLink || window.location.host;
  return (
    <figure className="min-w-0 rounded-card border border-line bg-sunken p-4">
      <figcaption className="mb-2 text-small text-ink-second">{t('form:settings.search-preview')}</figcaption>
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
