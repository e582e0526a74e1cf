import { useQuery } from '@tanstack/react-query';
import type { Approval } from '@/contract/settings/approvals';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { usePermissions } from '@/lib/session/me';

export interface WaitingOf {
  family: string;
  id: number;
}

const nothing: Approval[] = [];

/**
 * What waits for a second person about a record, with today's figures, as far as the reader may decide it or has prepared it.
 * While it waits, the page offers it to be confirmed instead of the buttons that prepare it.
 */
export function useWaiting({ family, id }: WaitingOf, isKnown = true): Approval[] {
  const isOffered = useCan('approvals');
  const permissions = usePermissions();
  // Staff prepare nothing that waits.
  const isOfTeam = permissions.includes('super_admin') || permissions.includes('store_owner');
  const isAsked = isOfTeam && isOffered;
  const { data } = useQuery({
    queryKey: ['approvals', 'of', family, id],
    queryFn: () => api.page('approvals', { family, row_id: id, limit: 10 }),
    enabled: isAsked && isKnown,
  });
  return data?.rows.filter(({ state }) => state === 'waiting') ?? nothing;
}
