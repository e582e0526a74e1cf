import { useQuery } from '@tanstack/react-query';
import { toSearch } from '@/contract/core/search';
import { storeNotices } from '@/contract/messaging/store-notices';
import type { StoreNotice } from '@/contract/messaging/store-notices/schema';
import { faqs } from '@/contract/settings/faqs';
import type { Faq } from '@/contract/settings/faqs/schema';
import { api } from './client';

/** Rows that a panel of a first page shows. */
const shown = 5;
/** More than are shown: the weightiest of those in force come first. */
const asked = 50;
const weights: readonly string[] = ['high', 'medium', 'low'];

/** Notices in force today that the person may see, the weightiest first (reference rules R-210). */
export function useCurrentNotices(scope: Record<string, unknown>, language: string) {
  const search = toSearch({ ...scope, is_current: 1 });
  const query = { limit: asked, orderBy: 'expired_at', language, searchJoin: 'and', search };
  return useQuery({
    queryKey: [storeNotices.name, 'list', query],
    queryFn: () => api.page<StoreNotice>(storeNotices.endpoint, query),
    select: ({ rows }) => [...rows].sort((one, other) => weightOf(one) - weightOf(other)).slice(0, shown),
    meta: { silent: true },
  });
}

/** Questions that were answered or changed last. */
export function useLatestFaqs(scope: Record<string, unknown>, language: string) {
  const query = { limit: shown, orderBy: 'updated_at', sortedBy: 'desc', language, ...inScope(scope) };
  return useQuery({
    queryKey: [faqs.name, 'list', query],
    queryFn: () => api.page<Faq>(faqs.endpoint, query),
    select: ({ rows }) => rows,
    meta: { silent: true },
  });
}

function inScope(scope: Record<string, unknown>) {
  return Object.keys(scope).length > 0 ? { searchJoin: 'and', search: toSearch(scope) } : {};
}

function weightOf({ priority }: StoreNotice): number {
  return weights.indexOf(priority);
}
