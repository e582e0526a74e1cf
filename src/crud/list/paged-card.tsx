import type { ReactNode } from 'react';
import { QueryBoundary } from '@/components/page/query-boundary';
import type { Rows } from '@/lib/api/client';
import type { Asking } from '@/lib/api/use-failure';
import { ListPages } from './list-pages';
import type { useListState } from './list-state';

/** Rules of a list that is neither sorted nor filtered. */
export const newestFirst: Parameters<typeof useListState>[0] = {
  columns: [],
  filters: [],
  defaultSort: { orderBy: 'id', sortedBy: 'desc' },
};

interface PagedCardProps<Row> {
  query: Asking & { data: Rows<Row> | undefined };
  /** Shown instead of no rows. */
  empty: ReactNode;
  onPage: (page: number) => void;
  children: (rows: Row[]) => ReactNode;
}

/** The frame of a list outside the families: its rows, its pages, and its empty state. */
export function PagedCard<Row>({ query, empty, onPage, children }: PagedCardProps<Row>) {
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className="rounded-card border border-line bg-surface aria-busy:opacity-70 phone:-mx-4 phone:rounded-none phone:border-x-0"
    >
      <QueryBoundary query={query}>
        {({ rows, paginator }) =>
          rows.length === 0 ? (
            empty
          ) : (
            <>
              {children(rows)}
              <ListPages info={paginator} onPage={onPage} />
            </>
          )
        }
      </QueryBoundary>
    </div>
  );
}
