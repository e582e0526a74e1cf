import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { AttributeValue } from '@/contract/catalogue/attribute-values/schema';
import type { Attribute } from '@/contract/catalogue/attributes/schema';
import { defaultLanguage } from '@/contract/core/languages';
import { api } from '@/lib/api/client';
import { refreshLists } from '@/lib/api/refresh';

const pageSize = 100;
/** A shop with more has made a mistake. */
const maxPages = 10;

/** All attributes of a shop with their values, by name. Asked again when the person comes back from another tab. */
export function useAttributes(shopId: number) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['attributes', 'all', shopId, i18n.language],
    queryFn: () => allAttributes({ shop_id: shopId, language: i18n.language }),
    // The link that makes a new attribute opens another tab.
    refetchOnWindowFocus: true,
    meta: { silent: true },
  });
}

async function allAttributes(query: object): Promise<Attribute[]> {
  const all: Attribute[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const { rows, paginator } = await api.page<Attribute>('attributes', {
      ...query,
      orderBy: 'name',
      sortedBy: 'asc',
      limit: pageSize,
      page,
    });
    all.push(...rows);
    if (!paginator.hasMorePages) break;
  }
  return all;
}

/** Adds a value to an attribute of the dictionary. */
export function useNewValue(attributeId: number) {
  const client = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: (input: { value: string; meta: string }) =>
      api.post<AttributeValue>('attribute-values', {
        ...input,
        attribute_id: attributeId,
        language: defaultLanguage,
      }),
    onSuccess: () => refreshLists(client, 'attributes'),
  });
}
