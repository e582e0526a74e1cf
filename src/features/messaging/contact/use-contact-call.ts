import { useMutation } from '@tanstack/react-query';
import { menuCountsEndpoint } from '@/contract/insights/menu-counts';
import { api } from '@/lib/api/client';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

export const contactFamilies = ['contact-messages', menuCountsEndpoint];

/** Changes whether a contact message is done; `done` is the toast. */
export function useContactCall({ id, version }: { id: number; version: number }, done: string) {
  const refresh = useRefresh(contactFamilies);
  return useMutation({
    mutationFn: (change: { is_done: boolean }) => api.put(`contact-messages/${id}`, { ...change, version }),
    onSuccess: () => {
      showToast('success', done);
      return refresh();
    },
    // Somebody else was first: the screen shows how it is now.
    onError: () => void refresh(),
  });
}
