import { useMutation } from '@tanstack/react-query';
import { menuCountsEndpoint } from '@/contract/insights/menu-counts';
import { api } from '@/lib/api/client';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

type Change = { is_done: boolean } | { answer: string };

/** Answers a contact message or changes whether it is done; `done` is the toast. The caller shows field errors. */
export function useContactCall({ id, version }: { id: number; version: number }, done: string) {
  const refresh = useRefresh(['contact-messages', menuCountsEndpoint]);
  return useMutation({
    meta: { silent: ['VALIDATION_FAILED'] },
    mutationFn: (change: Change) =>
      'answer' in change
        ? api.post(`contact-messages/${id}/answer`, { ...change, version })
        : api.put(`contact-messages/${id}`, { ...change, version }),
    onSuccess: () => {
      showToast('success', done);
      return refresh();
    },
    // Somebody else was first: the screen shows how it is now.
    onError: () => void refresh(),
  });
}
