import { useTranslation } from 'next-i18next/pages';
import { RecentList } from '@/components/page/recent-list';
import type { familyPaths } from '@/contract/core/define';
import type { Faq } from '@/contract/settings/faqs/schema';
import { formatDateTime } from '@/lib/format/format';
import { formatRelative } from '@/lib/format/relative';
import { plainText } from '@/lib/format/visible-text';
import { useMay } from '@/lib/session/rights';

interface FaqListProps {
  query: { data: readonly Faq[] | undefined; isError: boolean };
  paths: ReturnType<typeof familyPaths>;
}

/** Latest questions, each linking to its form for whoever may write them. */
export function FaqList({ query: { data, isError }, paths }: FaqListProps) {
  const { t, i18n } = useTranslation('common');
  const mayWrite = useMay('content:write');
  const rows = data?.map((faq) => ({
    id: faq.id,
    href: mayWrite ? paths.edit(faq.id) : paths.list,
    title: faq.faq_title,
    note: plainText(faq.faq_description),
    end: (
      <time dateTime={faq.updated_at} title={formatDateTime(faq.updated_at, i18n.language)}>
        {formatRelative(faq.updated_at, i18n.language)}
      </time>
    ),
  }));
  return (
    <RecentList
      title={t('home.faqs')}
      all={{ href: paths.list, label: t('home.all') }}
      rows={rows ?? (isError ? [] : undefined)}
      text={t(isError && !data ? 'home.list-failed' : 'home.faqs-empty')}
    />
  );
}
