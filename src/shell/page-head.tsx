import Head from 'next/head';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { defaultLanguage } from '@/contract/core/languages';
import { type FirstList, firstRequests } from '@/crud/list/prefetch-list';
import { fileUrl } from '@/lib/api/client';
import { useShownTabName } from '@/lib/hooks/use-tab-name';
import { basePath } from '@/lib/site';
import { useSettings } from '@/state/settings';

/** Default size of the social preview picture (specification §9). */
const sharedPicture = { width: '800', height: '600' };

interface PageHeadProps {
  titleKey: string | undefined;
  firstList: FirstList | undefined;
}

/**
 * Title, description and social metadata from the settings: the site title falls back to a default, the template
 * appends the SEO title, which falls back to a generic label. The name of an open record precedes its family.
 */
export function PageHead({ titleKey, firstList }: PageHeadProps) {
  // Renders before the texts of another language have loaded, and again when they are added.
  const { t } = useTranslation('common', { bindI18nStore: 'added' });
  const { locale = defaultLanguage } = useRouter();
  const { siteTitle, siteSubtitle, logo, favicon, seo } = useSettings();

  const site = siteTitle || t('default-site-title');
  const suffix = seo.metaTitle || t('default-meta-title');
  const shown = useShownTabName();
  const page = shown ?? (titleKey && t(titleKey));
  const title = `${page ? `${page} — ${site}` : site} | ${suffix}`;
  const description = seo.metaDescription || siteSubtitle || undefined;
  const picture = seo.ogImage?.original || logo?.original;

  return (
    <Head>
      <title>{title}</title>
      <meta key="viewport" name="viewport" content="width=device-width, initial-scale=1" />
      {/* A back-office must not be indexed. */}
      <meta key="robots" name="robots" content="noindex, nofollow" />
      {/* For `public/early.js`. */}
      <meta key="first" name="first-requests" content={firstRequests(locale, firstList)} />
      <link key="icon" rel="icon" href={favicon ? fileUrl(favicon.original) : `${basePath}/favicon.svg`} />
      {description && <meta key="description" name="description" content={description} />}
      {seo.metaTags && <meta key="keywords" name="keywords" content={seo.metaTags} />}
      {seo.canonicalUrl && <link key="canonical" rel="canonical" href={seo.canonicalUrl} />}
      <meta key="og:type" property="og:type" content="website" />
      <meta key="og:site_name" property="og:site_name" content={site} />
      <meta key="og:locale" property="og:locale" content={locale} />
      <meta key="og:title" property="og:title" content={seo.ogTitle || title} />
      {(seo.ogDescription || description) && (
        <meta key="og:description" property="og:description" content={seo.ogDescription || description} />
      )}
      <meta key="og:image" property="og:image" content={picture ? fileUrl(picture) : `${basePath}/og.png`} />
      <meta key="og:image:width" property="og:image:width" content={sharedPicture.width} />
      <meta key="og:image:height" property="og:image:height" content={sharedPicture.height} />
      <meta key="twitter:card" name="twitter:card" content={seo.twitterCardType || 'summary_large_image'} />
      {seo.twitterHandle && <meta key="twitter:site" name="twitter:site" content={seo.twitterHandle} />}
    </Head>
  );
}
