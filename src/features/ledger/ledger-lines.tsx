import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import type { PaginatorInfo } from '@/contract/core/paging';
import type { LedgerRow } from '@/contract/ledger/schema';
import { PagedCard } from '@/crud/list/paged-card';
import { LedgerTable } from './ledger-table';
import type { LedgerState } from './use-ledger-state';

interface LedgerLinesProps {
  found: UseQueryResult<{ rows: LedgerRow[]; paginator: PaginatorInfo }>;
  state: LedgerState;
  label: string;
  /** Slug of the shop whose ledger it is. */
  shop?: string;
}

export function LedgerLines({ found, state, label, shop }: LedgerLinesProps) {
  const { t } = useTranslation('ledger');
  const { kind, period } = state;
  const isFiltered = Boolean(kind || period.from || period.to);
  const empty = `ledger:ledger.empty${isFiltered ? '-found' : ''}`;
  return (
    <PagedCard
      query={found}
      empty={
        <EmptyState picture={isFiltered ? 'search' : 'empty'} title={t(empty)} text={t(`${empty}-text`)} />
      }
      onPage={state.goTo}
    >
      {(rows) => <LedgerTable rows={rows} label={label} {...(shop !== undefined && { shop })} />}
    </PagedCard>
  );
}
