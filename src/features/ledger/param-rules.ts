import type { useListState } from '@/crud/list/list-state';
import { newestFirst } from '@/crud/list/paged-card';

/** Rules of a list that is filtered by parameters of its address. */
export const paramRules = (keys: readonly string[]): Parameters<typeof useListState>[0] => ({
  ...newestFirst,
  filters: keys.map((key) => ({ key, via: 'param', kind: 'select' })),
});
