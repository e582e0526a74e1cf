import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import type { AnswerTo, KnownList, RowIn } from '@/contract/endpoint-types';
import { apiAs } from '@/lib/api/client';

interface EndlessListProps<Path extends string> {
  queryKey: QueryKey;
  endpoint: KnownList<Path>;
  /** Query parameters besides the page. */
  query?: Record<string, string | number>;
  texts: { empty: string; failed: string; more: string };
  children: (row: RowIn<AnswerTo<'GET', Path>>) => ReactNode;
}

/** Rows in reverse chronological order with a "show more" button; errors appear in place. */
export function EndlessList<Path extends string>({
  queryKey,
  endpoint,
  query,
  texts,
  children,
}: EndlessListProps<Path>) {
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) =>
      apiAs.page<RowIn<AnswerTo<'GET', Path>>>(endpoint, { ...query, page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: ({ paginator }) => (paginator.hasMorePages ? paginator.currentPage + 1 : undefined),
  });
  const rows = pages.data?.pages.flatMap((page) => page.rows);

  return (
    <>
      {!rows && !pages.isError && <Skeleton className="h-24 w-full" />}
      {pages.isError && <p className="text-ink-second">{texts.failed}</p>}
      {rows?.length === 0 && <p className="text-ink-second">{texts.empty}</p>}
      <ol className="divide-y divide-line-faint">{rows?.map(children)}</ol>
      {pages.hasNextPage && (
        <Button
          className="mt-3"
          isLoading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </>
  );
}
