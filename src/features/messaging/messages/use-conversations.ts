import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { conversationsEndpoint } from '@/contract/messaging/conversations';
import { api } from '@/lib/api/client';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';

/** Minimum length of a search. */
const fewestLetters = 3;
/** Adds to the search box's own 300 ms. */
const pauseMs = 200;

/** Conversations page by page, newest first. */
export function useConversations(text: string, isUnseen: boolean) {
  const asked = useDebouncedValue(text.trim(), pauseMs).replace(/[;:]/g, ' ');
  const search = asked.length >= fewestLetters ? `shop.name:${asked};user.name:${asked}` : undefined;
  return useInfiniteQuery({
    queryKey: ['conversations', 'list', search ?? '', isUnseen],
    queryFn: ({ pageParam }) =>
      api.page(conversationsEndpoint, {
        page: pageParam,
        limit: 10,
        orderBy: 'updated_at',
        sortedBy: 'desc',
        ...(search !== undefined && { search }),
        ...(isUnseen && { unseen: true }),
      }),
    initialPageParam: 1,
    getNextPageParam: ({ paginator }) => (paginator.hasMorePages ? paginator.currentPage + 1 : undefined),
    placeholderData: keepPreviousData,
    meta: { toast: true },
  });
}
