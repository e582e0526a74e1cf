import type { ListRules } from './resource/list-query';

interface Declared extends Partial<Pick<ListRules, 'search' | 'defaultSort'>> {
  /** Filters that are query parameters of their own. */
  params?: readonly string[];
}

/** What may be asked of a list that is not a family's; latest first unless it says otherwise. */
export const listRules = (endpoint: string, { params = [], ...declared }: Declared = {}): ListRules => ({
  endpoint,
  columns: [],
  filters: params.map((key) => ({ key, via: 'param', kind: 'select' })),
  search: {},
  defaultSort: { orderBy: 'id', sortedBy: 'desc' },
  translatable: [],
  ...declared,
});
