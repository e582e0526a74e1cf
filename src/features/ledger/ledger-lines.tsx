import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { QueryBoundary } from '@/components/page/query-boundary';
import type { PaginatorInfo } from '@/contract/core/paging';
import type { LedgerRow } from '@/contract/ledger/schema';
import { ListPages } from '@/crud/list/list-pages';
import { LedgerTable } from './ledger-table';
import type { LedgerState } from './use-ledger-state';

interface LedgerLinesProps {
  found: UseQueryResult<{ rows: LedgerRow[]; paginator: PaginatorInfo }>;
  state: LedgerState;
  label: string;
  /** Slug of the shop whose ledger it is. */
  shop?: string;
}

/** A page of lines with loading, error and empty states. */
export function LedgerLines({ found, state, label, shop }: LedgerLinesProps) {
  const { t } = useTranslation('resources');
  const { kind, period } = state;
  const isFiltered = Boolean(kind || period.from || period.to);
  const empty = `resources:ledger.empty${isFiltered ? '-found' : ''}`;
  return (
    <div
      aria-busy={found.isPlaceholderData}
      className="rounded-card border border-line bg-surface aria-busy:opacity-70 phone:-mx-4 phone:rounded-none phone:border-x-0"
    >
      <QueryBoundary query={found}>
        {({ rows, paginator }) =>
          rows.length === 0 ? (
            <EmptyState
              picture={isFiltered ? 'search' : 'empty'}
              title={t(empty)}
              text={t(`${empty}-text`)}
            />
          ) : (
            <>
              <LedgerTable rows={rows} label={label} {...(shop !== undefined && { shop })} />
              <ListPages info={paginator} onPage={state.goTo} />
            </>
          )
        }
      </QueryBoundary>
    </div>
  );
}
