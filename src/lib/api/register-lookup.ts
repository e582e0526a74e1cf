import { useQuery } from '@tanstack/react-query';
import { isBic, isInn } from '@/contract/core/requisites';
import { api } from './client';
import { toClientError } from './errors';

// Registers rarely change: responses are reused for ten minutes.
const lookupOptions = { staleTime: 10 * 60_000, retry: false };

/** Register records of an ИНН, one per branch. Requested once the number is complete and valid. */
export function useOrganisations(inn: string, isNeeded: boolean) {
  return useQuery({
    ...lookupOptions,
    queryKey: ['organizations', 'info', inn],
    queryFn: () => api.list('organizations/info', { inn }),
    enabled: isNeeded && isInn(inn),
  });
}

/** Bank with a БИК; null when there is none. */
export function useBank(bic: string, isNeeded: boolean) {
  return useQuery({
    ...lookupOptions,
    queryKey: ['banks', 'info', bic],
    queryFn: () => api.get('banks/info', { bic }).catch(nullWhenUnknown),
    enabled: isNeeded && isBic(bic),
  });
}

/** Banks of the fast payment system by name. */
export function useSbpMembers() {
  return useQuery({
    ...lookupOptions,
    queryKey: ['sbp', 'members'],
    queryFn: () => api.list('sbp/members'),
  });
}

function nullWhenUnknown(error: unknown): null {
  if (toClientError(error).code === 'NOT_FOUND') return null;
  throw error;
}
