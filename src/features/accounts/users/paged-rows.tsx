import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import type { PaginatorInfo } from '@/contract/core/paging';

interface PagedRowsProps<Row> {
  queryKey: readonly unknown[];
  ask: (page: number) => Promise<{ rows: Row[]; paginator: PaginatorInfo }>;
  row: (row: Row) => ReactNode;
  label: string;
  more: string;
  empty?: string;
  className: string;
}

/** Rows in a card, the next page by a button below them. */
export function PagedRows<Row>({ queryKey, ask, row, label, more, empty, className }: PagedRowsProps<Row>) {
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ paginator }) => (paginator.hasMorePages ? paginator.currentPage + 1 : undefined),
  });
  return (
    <QueryBoundary query={{ ...pages, data: pages.data?.pages.flatMap(({ rows }) => rows) }}>
      {(rows) =>
        rows.length === 0 && empty ? (
          <p className="text-ink-second">{empty}</p>
        ) : (
          <>
            <ul className={className} aria-label={label}>
              {rows.map(row)}
            </ul>
            {pages.hasNextPage && (
              <Button
                className="mt-3"
                isLoading={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                {more}
              </Button>
            )}
          </>
        )
      }
    </QueryBoundary>
  );
}
