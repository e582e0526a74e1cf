import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useListState } from '@/crud/list/list-state';
import { api } from '@/lib/api/client';

const activityFilters = ['user', 'shop', 'family', 'action', 'row', 'from', 'to'] as const;

type ActivityFilterKey = (typeof activityFilters)[number];

const rules: Parameters<typeof useListState>[0] = {
  columns: [],
  filters: activityFilters.map((key) => ({ key, via: 'param', kind: 'select' })),
  defaultSort: { orderBy: 'at', sortedBy: 'desc' },
};

export type ActivityState = ReturnType<typeof useActivityState>;

/** Log filters from the URL. */
export function useActivityState() {
  const { isReady } = useRouter();
  const { state, change } = useListState(rules, '/activity');
  return {
    isReady,
    filters: state.filters,
    /** Changes filters; an empty value clears one. Action and record are cleared with their family. */
    filter: (changes: Partial<Record<ActivityFilterKey, string>>) => {
      const own = 'family' in changes ? { action: '', row: '' } : {};
      change({ filters: { ...state.filters, ...own, ...changes } });
    },
    clear: () => change({ filters: {} }),
  };
}

export function useActivity({ isReady, filters }: ActivityState) {
  return useInfiniteQuery({
    queryKey: ['activity', filters],
    queryFn: ({ pageParam }) =>
      api.get('activity', { ...filters, ...(pageParam !== null && { before: pageParam }) }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    enabled: isReady,
  });
}

/** Families and actions occurring in the log. */
export function useActivityChoices() {
  return useQuery({
    queryKey: ['activity', 'choices'],
    queryFn: () => api.get('activity/choices'),
    staleTime: 60_000,
  });
}
