import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notifyLogsEndpoint } from '@/contract/messaging/notifications';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';

/** Common prefix of the bell's query keys; live events invalidate all of them. */
const family = notifyLogsEndpoint;

export function useUnreadCount(): number {
  const { data } = useQuery({
    queryKey: [family, 'unread'],
    queryFn: () => api.get(`${family}/unread`),
    enabled: useCan('counts'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.total ?? 0;
}

export function useNotifications(query: Record<string, string | number>) {
  return useQuery({
    queryKey: [family, 'list', query],
    queryFn: () => api.page(family, query),
  });
}

/** Mutations on notifications; lists and counts are refetched. */
export function useNotificationActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: [family] });
  const see = useMutation({
    mutationFn: (id: number) => api.post('notify-log-seen', { id }),
    onSuccess,
  });
  const seeAll = useMutation({
    mutationFn: (type: string | undefined) =>
      api.post('notify-log-read-all', { set_all_read: true, ...(type && { notify_type: type }) }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: number) => api.remove(`${family}/${id}`), onSuccess });
  return { see, seeAll, remove };
}
