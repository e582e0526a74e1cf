import { useTranslation } from 'next-i18next/pages';
import { PeriodFilter } from '@/components/domain/period-filter';
import { SearchInput } from '@/components/inputs/search-input';
import { FilterChip } from '@/components/table/filter-chip';
import { RangeFilter } from '@/components/table/range-filter';
import { providers } from '@/contract/ledger/accounts';
import { paymentMethods } from '@/contract/ledger/providers';
import { attemptStates } from '@/contract/payments/attempts';
import type { PaymentsState } from './use-payments-state';

/** Order number, state, period, provider, method and sum. */
export function PaymentFilters({ state: { filters, filter } }: { state: PaymentsState }) {
  const { t } = useTranslation(['payments', 'ledger']);
  const clearLabel = t('payments:payments.list.clear');
  const { from, to, least, most, number = '' } = filters;
  const choice = (key: 'state' | 'provider' | 'method', values: readonly string[], group: string) => (
    <FilterChip
      label={t(`payments:payments.fields.${key}`)}
      clearLabel={clearLabel}
      options={values.map((value) => ({ value, label: t(`payments:payments.${group}.${value}`) }))}
      value={filters[key]}
      onChange={(value) => filter({ [key]: value ?? '' })}
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        value={number}
        label={t('payments:payments.list.search')}
        clearLabel={clearLabel}
        onSearch={(text) => filter({ number: text })}
      />
      {choice('state', attemptStates, 'states')}
      <PeriodFilter clearLabel={clearLabel} period={{ from, to }} onPick={filter} />
      {choice('provider', providers, 'providers')}
      {choice('method', paymentMethods, 'methods')}
      <RangeFilter
        label={t('payments:payments.list.sum')}
        clearLabel={clearLabel}
        value={least}
        to={most}
        onChange={(low, high) => filter({ least: low, most: high })}
      />
    </div>
  );
}
