import { useTranslation } from 'next-i18next/pages';
import { RecentList } from '@/components/page/recent-list';
import { Badge } from '@/components/ui/badge';
import type { AnyResource, Column } from '@/contract/core/define';
import type { StoreNotice } from '@/contract/messaging/store-notices/schema';
import { formatDate } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';

interface NoticeListProps {
  resource: AnyResource;
  query: { data: readonly StoreNotice[] | undefined; isError: boolean };
  /** Link to the full list; undefined without access to it. */
  listHref?: string | undefined;
  hrefOf: (notice: StoreNotice) => string;
}

/** Current notices with last day and priority. */
export function NoticeList({ resource, query: { data, isError }, listHref, hrefOf }: NoticeListProps) {
  const { t } = useTranslation('common');
  const labels = useLabels(resource);
  const tones = resource.columns.find((column: Column<StoreNotice>) => column.key === 'priority')?.tones;
  const rows = data?.map((notice) => ({
    id: notice.id,
    href: hrefOf(notice),
    title: notice.notice,
    note: notice.description,
    end: (
      <>
        <span className="phone:hidden">{t('home.until', { date: formatDate(notice.expired_at) })}</span>
        <Badge tone={tones?.[notice.priority]}>{labels.option('priority', notice.priority)}</Badge>
      </>
    ),
  }));
  return (
    <RecentList
      title={t('home.notices')}
      all={listHref === undefined ? undefined : { href: listHref, label: t('home.all') }}
      rows={rows ?? (isError ? [] : undefined)}
      text={t(isError && !data ? 'home.list-failed' : 'home.notices-empty')}
    />
  );
}
