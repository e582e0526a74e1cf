import Head from 'next/head';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { defaultLanguage } from '@/contract/core/languages';
import { documentHead } from '@/contract/settings/document-head';
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
 * Title, description and social metadata from the settings; the server writes them into the document, too
 * (`core/web/documents.ts`). The name of an open record precedes its family.
 */
export function PageHead({ titleKey, firstList }: PageHeadProps) {
  // Renders before the texts of another language have loaded, and again when they are added.
  const { t } = useTranslation('common', { bindI18nStore: 'added' });
  const { locale = defaultLanguage } = useRouter();
  const options = useSettings();
  const shown = useShownTabName();
  const { title, tags } = documentHead({
    page: shown ?? (titleKey ? t(titleKey) : undefined),
    language: locale,
    options,
    defaults: { site: t('default-site-title'), suffix: t('default-meta-title') },
    addressOf: fileUrl,
    basePath,
  });
  return (
    <Head>
      <title>{title}</title>
      <meta key="viewport" name="viewport" content="width=device-width, initial-scale=1" />
      {/* A back-office must not be indexed. */}
      <meta key="robots" name="robots" content="noindex, nofollow" />
      {/* For `public/early.js`. */}
      <meta key="first" name="first-requests" content={firstRequests(locale, firstList)} />
      {tags.map(({ tag: Tag, key, ...attributes }) => (
        <Tag key={key} {...attributes} />
      ))}
    </Head>
  );
}
