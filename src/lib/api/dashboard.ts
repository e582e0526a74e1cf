import { useQuery } from '@tanstack/react-query';
import { toSearch } from '@/contract/core/search';
import { storeNotices } from '@/contract/messaging/store-notices';
import type { StoreNotice } from '@/contract/messaging/store-notices/schema';
import { faqs } from '@/contract/settings/faqs';
import { api } from './client';

/** Rows of a panel on the dashboard. */
const shownRows = 5;
/** More than are shown, because they are sorted by priority in the browser. */
const fetchedRows = 50;
const priorities: readonly string[] = ['high', 'medium', 'low'];

/** Current notices visible to the user, highest priority first. */
export function useCurrentNotices(scope: Record<string, unknown>, language: string) {
  const search = toSearch({ ...scope, is_current: 1 });
  const query = { limit: fetchedRows, orderBy: 'expired_at', language, searchJoin: 'and', search };
  return useQuery({
    queryKey: [storeNotices.name, 'list', query],
    queryFn: () => api.page(storeNotices.endpoint, query),
    select: ({ rows }) => [...rows].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, shownRows),
  });
}

/** Latest changed questions. */
export function useLatestFaqs(scope: Record<string, unknown>, language: string) {
  const inScope = Object.keys(scope).length > 0 && { searchJoin: 'and', search: toSearch(scope) };
  const query = { limit: shownRows, orderBy: 'updated_at', sortedBy: 'desc', language, ...inScope };
  return useQuery({
    queryKey: [faqs.name, 'list', query],
    queryFn: () => api.page(faqs.endpoint, query),
    select: ({ rows }) => rows,
  });
}

const rankOf = ({ priority }: StoreNotice) => priorities.indexOf(priority);
