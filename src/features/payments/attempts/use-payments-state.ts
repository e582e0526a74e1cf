import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useListState } from '@/crud/list/list-state';
import { paramRules } from '@/crud/list/param-rules';
import { api } from '@/lib/api/client';

const keys = ['state', 'provider', 'method', 'from', 'to', 'number', 'least', 'most'] as const;

type PaymentFilter = (typeof keys)[number];

const rules = paramRules(['view', ...keys]);
const path = '/ledger';
const pageSize = 20;

/** Filters of the list of payments from the URL. */
export function usePaymentsState() {
  const { isReady } = useRouter();
  const { state, change, hrefOf } = useListState(rules, path);
  const { view = 'payments', ...filters } = state.filters;
  return {
    isReady,
    filters,
    page: state.page,
    goTo: (page: number) => change({ page }),
    /** Changes filters; an empty value clears one. */
    filter: (changes: Partial<Record<PaymentFilter, string>>) =>
      change({ filters: { view, ...filters, ...changes } }),
    hrefOf: (id: number) => hrefOf({ filters: { view, payment: String(id) } }),
  };
}

export type PaymentsState = ReturnType<typeof usePaymentsState>;

export function usePayments({ isReady, filters, page }: PaymentsState) {
  const query = { ...filters, page, limit: pageSize };
  return useQuery({
    queryKey: ['payments', 'list', query],
    queryFn: () => api.get('payments', query),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
}
