import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { OutboxLetter } from '@/contract/settings/outside';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';

/** Common prefix of the query keys of external services. */
const family = 'outside';
const everyMs = 30_000;
const soonMs = 2000;

const isOnItsWay = ({ state, attempts }: OutboxLetter) => state === 'waiting' && attempts === 0;

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
    // One that was just written leaves within seconds.
    refetchInterval: ({ state }) => (state.data?.rows.some(isOnItsWay) ? soonMs : everyMs),
  });
}

/** Writes to the person's own address, to see whether the mail leaves. */
export function useTestLetter() {
  const client = useQueryClient();
  const { t } = useTranslation('settings');
  return useMutation({
    mutationFn: () => api.post(`${family}/test-letter`),
    onSuccess: ({ to }) => {
      showToast('success', t('settings:services.test-letter.asked', { to }));
      return client.invalidateQueries({ queryKey: [family] });
    },
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
