import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnyResource } from '@/contract/core/define';
import { listOptions } from '@/crud/list/list-state';
import type { JsonRecord, Row } from './types';

/** One page of the family; the page before stays while the next one loads. */
export function useList(resource: AnyResource, query: JsonRecord, isEnabled = true) {
  const options = listOptions<Row>(resource, query);
  return useQuery({ ...options, enabled: isEnabled, placeholderData: keepPreviousData });
}
