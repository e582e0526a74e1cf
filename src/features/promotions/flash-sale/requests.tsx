import type { ReactNode } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import type { FlashSaleRequest } from '@/contract/promotions/flash-sale/schema';
import { PagedCard } from '@/crud/list/paged-card';
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
      <div className="mt-3">
        <PagedCard
          query={found}
          empty={<EmptyState picture="empty" title={empty.title} text={empty.text} />}
          onPage={setPage}
        >
          {(rows) => <ul className="divide-y divide-line-faint">{rows.map(children)}</ul>}
        </PagedCard>
      </div>
    </section>
  );
}
