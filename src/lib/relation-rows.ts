import { useQuery } from '@tanstack/react-query';
import type { FormField } from '@/contract/define';
import { toSearch } from '@/contract/search';
import { api } from './api';

export type Relation = NonNullable<FormField<object>['relation']>;

/** Records of another family whose name has the text in it; the first twenty, since more cannot be chosen from. */
export function useRelationRows({ endpoint, searchKey }: Relation, text: string) {
  const query = { limit: 20, search: toSearch({ [searchKey]: text }) };
  return useQuery({
    queryKey: [endpoint, 'list', query],
    queryFn: () => api.page<Record<string, unknown>>(endpoint, query),
    meta: { silent: true },
  });
}
