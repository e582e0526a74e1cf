import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { AnyResource } from '@/contract/define';
import { api } from '@/lib/api';
import { showToast } from '@/lib/toast';
import type { Row, Values } from './types';

/** Query keys of a family: all, lists, one. */
const keys = {
  all: (resource: AnyResource) => [resource.name] as const,
  list: (resource: AnyResource, query: Values) => [resource.name, 'list', query] as const,
  one: (resource: AnyResource, key: string, language: string) =>
    [resource.name, 'one', key, language] as const,
};

/** One page of the family; the page before stays while the next one loads. Boxes are never retried (specification §9). */
export function useList(resource: AnyResource, query: Values, isEnabled = true) {
  return useQuery({
    queryKey: keys.list(resource, query),
    queryFn: () => api.page<Row>(resource.endpoint, query),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    meta: { silent: true },
    ...(resource.name === 'boxes' && { retry: false }),
  });
}

/** One row in one language. */
export function useOne(resource: AnyResource, key: string, language: string, isEnabled = true) {
  return useQuery({
    queryKey: keys.one(resource, key, language),
    queryFn: () => api.one<Row>(resource.endpoint, key, { language }),
    enabled: isEnabled,
    meta: { silent: true },
    ...(resource.name === 'boxes' && { retry: false }),
  });
}

export interface SaveInput {
  /** Absent on create. */
  id?: number;
  /** The version that the edit saw (design §5). */
  version?: number;
  language: string;
  body: Values;
}

/** Creates or updates; the cached family is refreshed and a toast says so (specification §4). */
export function useSave(resource: AnyResource) {
  const client = useQueryClient();
  const { t } = useTranslation('common');
  return useMutation({
    mutationFn: ({ id, version, language, body }: SaveInput) => {
      const inLanguage = resource.translatable.length > 0 ? { language } : {};
      const input = { ...body, ...inLanguage };
      if (id === undefined) return api.post<Row>(resource.endpoint, input);
      const send = resource.updateMethod === 'PUT' ? api.put<Row> : api.patch<Row>;
      return send(`${resource.endpoint}/${id}`, { ...input, version }, inLanguage);
    },
    onSuccess: (_row, { id }) => {
      showToast(
        'success',
        t(id === undefined ? 'common:successfully-created' : 'common:successfully-updated'),
      );
      return client.invalidateQueries({ queryKey: keys.all(resource) });
    },
  });
}

/** Removes; the toast offers to take it back (design §5). */
export function useRemove(resource: AnyResource) {
  const client = useQueryClient();
  const { t } = useTranslation(['common', 'form']);
  const refresh = () => client.invalidateQueries({ queryKey: keys.all(resource) });
  const restore = useMutation({
    mutationFn: (id: number) => api.post<Row>(`${resource.endpoint}/${id}/restore`),
    onSuccess: () => {
      showToast('success', t('common:successfully-restored'));
      return refresh();
    },
  });
  return useMutation({
    mutationFn: ({ id }: { id: number }) => api.remove(`${resource.endpoint}/${id}`),
    onSuccess: (_answer, { id }) => {
      const action = { label: t('common:button-undo'), onClick: () => restore.mutate(id) };
      showToast('success', t('common:successfully-deleted'), { action });
      return refresh();
    },
  });
}
