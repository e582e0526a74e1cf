import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { PagedCard } from '@/crud/list/paged-card';
import { LedgerTable } from './ledger-table';
import { type Ledger, type LedgerState, useLedgerLines } from './use-ledger-state';

interface LedgerLinesProps {
  endpoint: Ledger;
  state: LedgerState;
  label: string;
  /** Slug of the shop whose ledger it is. */
  shop?: string;
}

export function LedgerLines({ endpoint, state, label, shop }: LedgerLinesProps) {
  const { t } = useTranslation('ledger');
  const { kind, period } = state;
  const isFiltered = Boolean(kind || period.from || period.to);
  const empty = `ledger:ledger.empty${isFiltered ? '-found' : ''}`;
  return (
    <PagedCard
      query={useLedgerLines(endpoint, state)}
      empty={
        <EmptyState picture={isFiltered ? 'search' : 'empty'} title={t(empty)} text={t(`${empty}-text`)} />
      }
      onPage={state.goTo}
    >
      {(rows) => <LedgerTable rows={rows} label={label} shop={shop} />}
    </PagedCard>
  );
}
