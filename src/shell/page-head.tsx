import Head from 'next/head';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { defaultLanguage } from '@/contract/core/languages';
import { titleWith } from '@/contract/settings/document-head';
import { type FirstList, firstRequests } from '@/crud/list/first-requests';
import { fileUrl } from '@/lib/api/client';
import { useShownTabName } from '@/lib/hooks/use-tab-name';
import { basePath } from '@/lib/site';
import { useSettings } from '@/state/settings';

interface PageHeadProps {
  titleKey: string | undefined;
  firstList: FirstList | undefined;
}

/**
 * Title and icon from the settings; the name of an open record precedes its family. Description and social metadata are
 * for programs that run no script: the server writes them into the document (`core/web/documents.ts`).
 */
export function PageHead({ titleKey, firstList }: PageHeadProps) {
  const own = titleKey?.split(':')[0] ?? 'common';
  const { t } = useTranslation(own === 'common' ? 'common' : ['common', own]);
  const { locale = defaultLanguage } = useRouter();
  const { siteTitle, favicon, seo } = useSettings();
  const page = useShownTabName() ?? (titleKey ? t(titleKey) : undefined);
  const title = titleWith(
    page,
    siteTitle || t('default-site-title'),
    seo.metaTitle || t('default-meta-title'),
  );
  return (
    <Head>
      <title>{title}</title>
      <meta key="viewport" name="viewport" content="width=device-width, initial-scale=1" />
      {/* A back-office must not be indexed. */}
      <meta key="robots" name="robots" content="noindex, nofollow" />
      {/* For `public/early.js`. */}
      <meta key="first" name="first-requests" content={firstRequests(locale, firstList)} />
      <link key="icon" rel="icon" href={favicon ? fileUrl(favicon.original) : `${basePath}/favicon.svg`} />
    </Head>
  );
}
