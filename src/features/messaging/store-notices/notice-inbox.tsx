import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Select } from '@/components/inputs/select';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { toSearch } from '@/contract/core/search';
import { api } from '@/lib/api/client';
import { useMe } from '@/lib/session/me';
import { NoticeCard } from './notice-card';
import { useReadMarks } from './use-read-marks';

const perPage = 10;

/** Inbox: notices in force addressed to the user, newest first. */
export function NoticeInbox() {
  const { t } = useTranslation('messaging');
  const [isUnreadOnly, setUnreadOnly] = useState(false);
  const query = useInbox(isUnreadOnly);
  const { mark, markAll } = useReadMarks();
  const text = (key: string) => t(`messaging:store-notices.inbox.${key}`);

  return (
    <div className="max-w-4xl">
      <PageHeader title={text('title')}>
        <Select
          aria-label={text('show')}
          value={isUnreadOnly ? 'unread' : 'all'}
          options={['all', 'unread'].map((value) => ({ value, label: text(value) }))}
          onChange={(event) => setUnreadOnly(event.target.value === 'unread')}
        />
        <Button isLoading={markAll.isPending} onClick={() => markAll.mutate()}>
          {text('read-all')}
        </Button>
      </PageHeader>
      <div className="mt-4">
        <QueryBoundary query={query}>
          {({ pages }) => (
            <>
              {pages[0]?.rows.length === 0 && (
                <EmptyState picture="empty" title={text(isUnreadOnly ? 'empty-unread' : 'empty')} />
              )}
              <ul className="grid gap-3">
                {pages
                  .flatMap(({ rows }) => rows)
                  .map((notice) => (
                    <NoticeCard
                      key={notice.id}
                      notice={notice}
                      isMarking={mark.isPending && mark.variables.id === notice.id}
                      onMark={(isRead) => mark.mutate({ id: notice.id, isRead })}
                    />
                  ))}
              </ul>
              {query.hasNextPage && (
                <Button
                  className="mt-4"
                  isLoading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {text('more')}
                </Button>
              )}
            </>
          )}
        </QueryBoundary>
      </div>
    </div>
  );
}

function useInbox(isUnreadOnly: boolean) {
  const { i18n } = useTranslation();
  const { data: me } = useMe();
  const search = toSearch({ 'users.id': me?.id, ...(isUnreadOnly && { is_read: '0' }) });
  const { language } = i18n;
  const asked = { limit: perPage, orderBy: 'effective_from', sortedBy: 'desc', searchJoin: 'and', search };
  return useInfiniteQuery({
    queryKey: ['store-notices', 'inbox', asked, language],
    queryFn: ({ pageParam }) => api.page('store-notices', { ...asked, language, page: pageParam }),
    enabled: me !== undefined,
    initialPageParam: 1,
    getNextPageParam: ({ paginator: { currentPage, lastPage } }) =>
      lastPage > currentPage ? currentPage + 1 : undefined,
  });
}
