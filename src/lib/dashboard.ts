import { useQuery } from '@tanstack/react-query';
import { faqs } from '@/contract/faqs';
import type { Faq } from '@/contract/faqs/schema';
import { toSearch } from '@/contract/search';
import { defaultSettings } from '@/contract/settings';
import { storeNotices } from '@/contract/store-notices';
import type { StoreNotice } from '@/contract/store-notices/schema';
import { api } from './api';

/** Rows that a panel of a first page shows. */
const shown = 5;
/** Notices are not asked for by day: the latest to end hold those of today, and some that have yet to begin. */
const asked = 50;
const weights: readonly string[] = ['high', 'medium', 'low'];

/** Notices in force today that the person may see, the weightiest first (reference rules R-210). */
export function useCurrentNotices(scope: Record<string, unknown>, language: string) {
  const query = { limit: asked, orderBy: 'expired_at', sortedBy: 'desc', language, ...inScope(scope) };
  return useQuery({
    queryKey: [storeNotices.name, 'list', query],
    queryFn: () => api.page<StoreNotice>(storeNotices.endpoint, query),
    select: ({ rows }) => {
      const today = new Date().toLocaleDateString('sv-SE', { timeZone: defaultSettings.timeZone });
      return rows
        .filter((row) => dayOf(row.effective_from) <= today && dayOf(row.expired_at) >= today)
        .sort((one, other) => weightOf(one) - weightOf(other))
        .slice(0, shown);
    },
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

function dayOf(date: string): string {
  return date.slice(0, 10);
}

function weightOf({ priority }: StoreNotice): number {
  return weights.indexOf(priority);
}
