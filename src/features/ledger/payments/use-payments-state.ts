import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import type { Page, PaginatorInfo } from '@/contract/core/paging';
import { useListState } from '@/crud/list/list-state';
import { api } from '@/lib/api/client';

const keys = ['state', 'provider', 'method', 'from', 'to', 'number', 'least', 'most'] as const;

export type PaymentFilter = (typeof keys)[number];

const rules: Parameters<typeof useListState>[0] = {
  columns: [],
  filters: (['view', 'payment', ...keys] as const).map((key) => ({ key, via: 'param', kind: 'select' })),
  defaultSort: { orderBy: 'id', sortedBy: 'desc' },
};

const path = '/ledger';
const pageSize = 20;

/** Filters of the list of payments from the URL, and the payment that is open. */
export function usePaymentsState() {
  const { isReady } = useRouter();
  const { state, change, hrefOf } = useListState(rules, path);
  const { view = 'payments', payment, ...filters } = state.filters;
  return {
    isReady,
    filters,
    page: state.page,
    payment,
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

/** Pages of a list that is no family's. */
export const toPaginatorInfo = (page: Page<unknown>): PaginatorInfo => ({
  currentPage: page.current_page,
  perPage: page.per_page,
  lastPage: page.last_page,
  from: page.from,
  to: page.to,
  total: page.total,
  totalIsEstimate: false,
  hasMorePages: page.current_page !== page.last_page,
  firstPageUrl: page.first_page_url,
  lastPageUrl: page.last_page_url,
  nextPageUrl: page.next_page_url,
  prevPageUrl: page.prev_page_url,
});
