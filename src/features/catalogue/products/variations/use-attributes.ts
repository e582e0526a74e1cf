import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { defaultLanguage } from '@/contract/core/languages';
import { allRows } from '@/lib/api/all-rows';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { refreshLists } from '@/lib/api/refresh';

const pageSize = 100;
/** Safety limit on the pages loaded. */
const maxPages = 10;

/** All attributes of a shop with their values, by name; refetched on window focus. */
export function useAttributes(shopId: number) {
  const { i18n } = useTranslation(['common', 'form']);
  const order = { orderBy: 'name', sortedBy: 'asc' };
  const query = { shop_id: shopId, language: i18n.language, ...order, limit: pageSize };
  return useQuery({
    queryKey: ['attributes', 'all', shopId, i18n.language],
    queryFn: () => allRows(maxPages, (page) => api.page('attributes', { ...query, page })),
    // Attributes may be changed in another tab.
    refetchOnWindowFocus: true,
  });
}

/** Creates an attribute of the shop, without values yet. */
export function useNewAttribute(shopId: number) {
  const client = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: (name: string) =>
      api.post('attributes', { name, shop_id: shopId, values: [], language: defaultLanguage }),
    onSuccess: () => refreshLists(client, 'attributes'),
  });
}

export function useNewValue(attributeId: number) {
  const client = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: (input: { value: string; meta: string }) =>
      api.post('attribute-values', {
        ...input,
        attribute_id: attributeId,
        language: defaultLanguage,
      }),
    onSuccess: () => refreshLists(client, 'attributes'),
  });
}

/** Error of creating an attribute or a value: its first field error, else the error itself. */
export function creationError(reason: unknown, t: (key: string | string[]) => string): string | undefined {
  if (!reason) return undefined;
  const error = toClientError(reason);
  const [first] = Object.values(error.fields).flat();
  return first === undefined ? t(messageKey(error)) : t(`form:${first}`);
}
