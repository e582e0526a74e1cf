import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import type { AnswerTo } from '@/contract/endpoint-types';
import { useListState } from '@/crud/list/list-state';
import { paramRules } from '@/crud/list/param-rules';
import { api, apiAs } from '@/lib/api/client';

const rules = paramRules(['view', 'account', 'kind', 'from', 'to']);
const pageSize = 20;

/** Ledger filters from the URL: account, period, kind, page. */
export function useLedgerState(path: string) {
  const { isReady } = useRouter();
  const { state, change } = useListState(rules, path);
  const { account, kind, from, to, view } = state.filters;
  return {
    isReady,
    view,
    account,
    kind,
    page: state.page,
    period: { ...(from && { from }), ...(to && { to }) },
    goTo: (page: number) => change({ page }),
    /** Changes filters; an empty value clears one. */
    filter: (changes: Record<string, string>) => change({ filters: { ...state.filters, ...changes } }),
  };
}

export type LedgerState = ReturnType<typeof useLedgerState>;

/** Address of the platform's ledger or of a shop's. */
export type Ledger = 'ledger' | `shops/${string}/ledger`;

/** Query of a page of lines; keeps the previous page while loading. */
export function useLedgerLines(endpoint: Ledger, { isReady, account, kind, page, period }: LedgerState) {
  const query = { page, limit: pageSize, ...period, ...(account && { account }), ...(kind && { kind }) };
  return useQuery({
    // Below the shops' key, so that money actions refetch it.
    queryKey: ['shops', 'ledger', endpoint, query],
    queryFn: () => api.page(endpoint, query),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
}

export function useLedgerSummary<Endpoint extends Ledger>(
  endpoint: Endpoint,
  { isReady, account, period }: LedgerState,
) {
  const query = { ...period, ...(account && { account }) };
  return useQuery({
    queryKey: ['shops', 'ledger', `${endpoint}/summary`, query],
    queryFn: () => apiAs.get<AnswerTo<'GET', `${Endpoint}/summary`>>(`${endpoint}/summary`, query),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
}
