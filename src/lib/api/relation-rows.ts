import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { FormField } from '@/contract/core/define';
import { toSearch } from '@/contract/core/search';
import { apiAs } from './client';

export type Relation = NonNullable<FormField<object>['relation']>;

/** Records of another family whose name contains the text; at most twenty. */
export function useRelationRows(
  { endpoint, searchKey = 'name', scope }: Relation,
  text: string,
  isEnabled = true,
) {
  const { i18n } = useTranslation();
  const search = toSearch({ [searchKey]: text, ...scope });
  const join = scope && { searchJoin: 'and' };
  const query = { limit: 20, language: i18n.language, ...(search && { search }), ...join };
  return useQuery({
    queryKey: [endpoint, 'list', query],
    queryFn: () => apiAs.page<Record<string, unknown>>(endpoint, query),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}

/** The name of the record that a filter names by slug or id. */
export function useRecordName(
  { endpoint = '', labelKey = 'name' }: Partial<Relation>,
  key: string | undefined,
): string | undefined {
  const { i18n } = useTranslation();
  const language = i18n.language;
  const { data } = useQuery({
    queryKey: [endpoint, 'one', key, language],
    queryFn: () => apiAs.one<Record<string, unknown>>(endpoint, key ?? '', { language }),
    enabled: endpoint !== '' && key !== undefined,
    staleTime: 60_000,
  });
  const name = data?.[labelKey];
  return typeof name === 'string' ? name : undefined;
}
