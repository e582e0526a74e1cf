import { useQuery } from '@tanstack/react-query';
import { isBic, isInn } from '@/contract/core/requisites';
import type { BankInfo, OrganisationInfo, SbpMember } from '@/contract/settings/lookups';
import { api } from './client';
import { toClientError } from './errors';

// Registers change seldom; what was asked in this sitting is not asked again.
const known = { staleTime: 10 * 60_000, retry: false, meta: { silent: true } };

/** Records of the register under an ИНН, several where it has branches. Asked once the number is whole and its digits agree. */
export function useOrganisations(inn: string, isNeeded: boolean) {
  return useQuery({
    ...known,
    queryKey: ['organizations', 'info', inn],
    queryFn: () => api.list<OrganisationInfo>('organizations/info', { inn }),
    enabled: isNeeded && isInn(inn),
  });
}

/** The bank of a БИК, null when there is none. */
export function useBank(bic: string, isNeeded: boolean) {
  return useQuery({
    ...known,
    queryKey: ['banks', 'info', bic],
    queryFn: () => api.get<BankInfo>('banks/info', { bic }).catch(nullWhenUnknown),
    enabled: isNeeded && isBic(bic),
  });
}

/** Banks of the fast payment system by name. */
export function useSbpMembers() {
  return useQuery({
    ...known,
    queryKey: ['sbp', 'members'],
    queryFn: () => api.list<SbpMember>('sbp/members'),
  });
}

function nullWhenUnknown(error: unknown): null {
  if (toClientError(error).code === 'NOT_FOUND') return null;
  throw error;
}
