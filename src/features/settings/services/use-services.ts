import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutboxLetter, OutsideState } from '@/contract/settings/outside';
import { api } from '@/lib/api/client';

/** Every query about services outside begins so. */
const family = 'outside';
const everyMs = 30_000;

/** How services stand and how much waits; asked anew while the page is open. */
export function useServices() {
  return useQuery({
    queryKey: [family, 'state'],
    queryFn: () => api.get<OutsideState>(family),
    refetchInterval: everyMs,
    meta: { silent: true },
  });
}

/** A page of letters and SMS, the newest first; the one before stays until the next has come. */
export function useLetters(query: Record<string, string | number>) {
  return useQuery({
    queryKey: [family, 'outbox', query],
    queryFn: () => api.page<OutboxLetter>(`${family}/outbox`, query),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    meta: { silent: true },
  });
}

/** Sends what failed once more, one or all. */
export function useRetry() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: [family] });
  const one = useMutation({
    mutationFn: (id: number) => api.post<OutboxLetter>(`${family}/outbox/${id}/retry`, {}),
    onSettled,
  });
  const all = useMutation({
    mutationFn: () => api.post<{ count: number }>(`${family}/outbox/retry`, {}),
    onSettled,
  });
  return { one, all };
}
