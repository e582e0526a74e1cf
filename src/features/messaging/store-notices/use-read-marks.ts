import { useMutation } from '@tanstack/react-query';
import { api } from '@/lib/api/client';
import { useRefresh } from '@/lib/api/use-refresh';

/** Marks notices as read or unread; lists, badges and the banner are refetched. */
export function useReadMarks() {
  const onSuccess = useRefresh(['notify-logs', 'me', 'store-notices']);
  const mark = useMutation({
    mutationFn: ({ id, isRead }: { id: number; isRead: boolean }) =>
      api.post('store-notices/read', { id, is_read: isRead }),
    onSuccess,
  });
  const markAll = useMutation({ mutationFn: () => api.post('store-notices/read-all', {}), onSuccess });
  return { mark, markAll };
}
