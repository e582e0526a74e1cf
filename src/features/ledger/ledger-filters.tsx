import { useTranslation } from 'next-i18next/pages';
import { PeriodFilter } from '@/components/domain/period-filter';
import { FilterChip } from '@/components/table/filter-chip';
import type { SummedAccount } from '@/contract/ledger/accounts';
import { defaultAccount, type EntryKind } from '@/contract/ledger/schema';
import type { LedgerState } from './use-ledger-state';

interface LedgerFiltersProps {
  state: LedgerState;
  /** Selectable operation kinds; empty hides the filter. */
  kinds: readonly EntryKind[];
  /** Selectable accounts; none hides the filter. */
  accounts?: readonly SummedAccount[];
}

export function LedgerFilters({ state, kinds, accounts = [] }: LedgerFiltersProps) {
  const { t } = useTranslation('ledger');
  const { period, kind, filter } = state;
  const clearLabel = t('ledger:ledger.filter.clear');
  return (
    <div className="flex flex-wrap items-center gap-2">
      {accounts.length > 0 && (
        <FilterChip
          label={t('ledger:ledger.filter.account')}
          clearLabel={state.account && clearLabel}
          options={accounts.map((value) => ({ value, label: t(`ledger:ledger.accounts.${value}`) }))}
          value={state.account ?? defaultAccount}
          onChange={(value) => filter({ account: value ?? '' })}
        />
      )}
      <PeriodFilter clearLabel={clearLabel} period={period} onPick={filter} />
      {kinds.length > 0 && (
        <FilterChip
          label={t('ledger:ledger.filter.kind')}
          clearLabel={clearLabel}
          options={[...kinds, ...(kind?.includes(',') ? [kind] : [])].map((value) => ({
            value,
            label: value
              .split(',')
              .map((one) => t(`ledger:ledger.kinds.${one}`))
              .join(', '),
          }))}
          value={kind}
          onChange={(value) => filter({ kind: value ?? '' })}
        />
      )}
    </div>
  );
}
