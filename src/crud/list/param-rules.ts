import type { useListState } from './list-state';
import { newestFirst } from './paged-card';

/** Rules of a list that is filtered by parameters of its address. */
export const paramRules = (keys: readonly string[]): Parameters<typeof useListState>[0] => ({
  ...newestFirst,
  filters: keys.map((key) => ({ key, via: 'param', kind: 'select' })),
});
