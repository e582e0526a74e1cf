import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api/client';

/** Questions about money, a page of them; those that wait only, in the inbox. */
export function useQuestions(isInbox: boolean, page: number, enabled = true) {
  return useQuery({
    queryKey: ['approvals', 'questions', isInbox, page],
    queryFn: () => api.page('payment-tasks', { page, ...(isInbox && { state: 'open' }) }),
    enabled,
  });
}
