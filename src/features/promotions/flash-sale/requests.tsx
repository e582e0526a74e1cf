import type { ReactNode } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Pagination } from '@/components/table/pagination';
import type { FlashSaleRequest } from '@/contract/promotions/flash-sale/schema';
import type { useRequests } from './use-requests';

interface RequestsProps extends ReturnType<typeof useRequests> {
  title: string;
  empty: { title: string; text: string };
  children: (request: FlashSaleRequest) => ReactNode;
}

export function Requests({ found, setPage, title, empty, children }: RequestsProps) {
  return (
    <section className="mt-8">
      <h2 className="text-card font-semibold">{title}</h2>
      <div className="mt-3 rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
        <QueryBoundary query={found}>
          {({ rows, paginator }) =>
            rows.length === 0 ? (
              <EmptyState picture="empty" title={empty.title} text={empty.text} />
            ) : (
              <>
                <ul className="divide-y divide-line-faint">{rows.map(children)}</ul>
                <Pagination info={paginator} onPage={setPage} />
              </>
            )
          }
        </QueryBoundary>
      </div>
    </section>
  );
}
