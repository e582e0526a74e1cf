import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnyResource } from '@/contract/define';
import { api } from '@/lib/api';
import { listOptions } from '@/lib/list-state';
import type { Row, Values } from './types';

/** One page of the family; the page before stays while the next one loads. */
export function useList(resource: AnyResource, query: Values, isEnabled = true) {
  const options = listOptions<Row>(resource, query);
  return useQuery({ ...options, enabled: isEnabled, placeholderData: keepPreviousData });
}

/** One row in one language. Boxes are never retried (specification §9). */
export function useOne(resource: AnyResource, key: string, language: string, isEnabled = true) {
  return useQuery({
    queryKey: [resource.name, 'one', key, language],
    queryFn: () => api.one<Row>(resource.endpoint, key, { language }),
    enabled: isEnabled,
    meta: { silent: true },
    ...(resource.name === 'boxes' && { retry: false }),
  });
}
