import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api/client';

/** Marks notices as read or unread; lists, badges and the banner are refetched. */
export function useReadMarks() {
  const client = useQueryClient();
  const onSuccess = () => {
    void client.invalidateQueries({ queryKey: ['notify-logs'] });
    void client.invalidateQueries({ queryKey: ['me'] });
    return client.invalidateQueries({ queryKey: ['store-notices'] });
  };
  const mark = useMutation({
    mutationFn: ({ id, isRead }: { id: number; isRead: boolean }) =>
      api.post('store-notices/read', { id, is_read: isRead }),
    onSuccess,
  });
  const markAll = useMutation({ mutationFn: () => api.post('store-notices/read-all', {}), onSuccess });
  return { mark, markAll };
}
