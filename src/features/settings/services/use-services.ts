import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api/client';

/** Common prefix of the query keys of external services. */
const family = 'outside';
const everyMs = 30_000;

/** State of the services and size of the outbox; polled while the page is open. */
export function useServices() {
  return useQuery({
    queryKey: [family, 'state'],
    queryFn: () => api.get(family),
    refetchInterval: everyMs,
  });
}

/** A page of e-mails and SMS, newest first; the previous page stays while the next one loads. */
export function useLetters(query: Record<string, string | number>) {
  return useQuery({
    queryKey: [family, 'outbox', query],
    queryFn: () => api.page(`${family}/outbox`, query),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });
}

/** Retries failed messages, one or all. */
export function useRetry() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: [family] });
  const one = useMutation({
    mutationFn: (id: number) => api.post(`${family}/outbox/${id}/retry`, {}),
    onSettled,
  });
  const all = useMutation({
    mutationFn: () => api.post(`${family}/outbox/retry`, {}),
    onSettled,
  });
  return { one, all };
}
