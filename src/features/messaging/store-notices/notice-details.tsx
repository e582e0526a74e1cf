import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { OnlyWith } from '@/components/domain/only-with';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { LinkButton } from '@/components/ui/link-button';
import { WrittenText } from '@/components/ui/written-text';
import { familyPaths } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { noticeTones } from '@/contract/messaging/store-notices';
import type { StoreNotice } from '@/contract/messaging/store-notices/schema';
import type { DetailsProps } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { formatDate } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useMe, usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { NoticeReaders } from './notice-readers';
import { useReadMarks } from './use-read-marks';

/** Notice details; the author and administrators also see the readers. */
export function NoticeDetails({ resource, id, shop }: DetailsProps<'store-notices'>) {
  const { t } = useTranslation(['messaging', 'common']);
  const labels = useLabels(resource);
  const { data: me } = useMe();
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const query = useOne(resource, id);
  const isAuthor = isAdmin || (me !== undefined && query.data?.created_by === me.id);
  const isReceiver = query.data !== undefined && me !== undefined && !isAuthor;
  const { mark } = useReadMarks();
  const { mutate } = mark;
  const isUnread = isReceiver && query.data?.is_read === false;
  const noticeId = query.data?.id;
  // Opening a notice marks it as read; after «mark as unread» it stays unread until it is opened again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each notice that is opened
  useEffect(() => {
    if (isUnread && noticeId !== undefined) mutate({ id: noticeId, isRead: true });
  }, [noticeId, isReceiver]);
  // Owners edit notices inside a shop.
  const isKept = isAuthor && (isAdmin || shop !== undefined);
  const mayWrite = useMay('content:write');
  const parent = isKept
    ? { href: familyPaths(resource, shop).list, label: labels.text('title') }
    : { href: '/notice', label: t('messaging:store-notices.inbox.title') };

  return (
    <QueryBoundary query={query} parent={parent}>
      {(notice) => (
        <>
          <PageHeader
            title={notice.notice}
            parent={parent}
            badge={
              <Badge tone={noticeTones[notice.priority]}>{labels.option('priority', notice.priority)}</Badge>
            }
          >
            {isKept ? (
              mayWrite && (
                <LinkButton href={familyPaths(resource, shop).edit(notice.id)}>
                  {t('common:button-edit')}
                </LinkButton>
              )
            ) : isAuthor ? undefined : (
              <Button
                isLoading={mark.isPending}
                onClick={() => mutate({ id: notice.id, isRead: !notice.is_read })}
              >
                {t(`messaging:store-notices.inbox.${notice.is_read ? 'mark-unread' : 'mark-read'}`)}
              </Button>
            )}
          </PageHeader>
          <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_20.5rem]">
            <Card>
              <WrittenText text={notice.description} className="block break-words whitespace-pre-line" />
            </Card>
            <div className="grid gap-4">
              <NoticeFacts resource={resource} notice={notice} isAuthor={isAuthor} />
              {isAuthor && (
                <OnlyWith capability="notice-readers">
                  <NoticeReaders id={notice.id} />
                </OnlyWith>
              )}
            </div>
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

interface NoticeFactsProps {
  resource: DetailsProps['resource'];
  notice: StoreNotice;
  isAuthor: boolean;
}

function NoticeFacts({ resource, notice, isAuthor }: NoticeFactsProps) {
  const labels = useLabels(resource);
  return (
    <Card>
      <FactList
        isStacked
        facts={[
          {
            key: 'creator_role',
            label: labels.field('creator_role'),
            value: labels.option('creator_role', notice.creator_role.toLowerCase().replaceAll(' ', '_')),
          },
          ...(['effective_from', 'expired_at'] as const).map((key) => ({
            key,
            label: labels.field(key),
            value: formatDate(notice[key]),
          })),
          ...(isAuthor
            ? [
                {
                  key: 'type',
                  label: labels.field('type'),
                  value: labels.option('type', notice.type),
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}
