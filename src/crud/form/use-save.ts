import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { AnyResource, BaseRow } from '@/contract/core/define';
import { api } from '@/lib/api/client';
import { refreshLists } from '@/lib/api/refresh';
import { showToast } from '@/lib/toast';

type Row = BaseRow & Record<string, unknown>;

interface SaveInput {
  /** Absent on create. */
  id?: number;
  /** The version that the edit saw (design §5). */
  version?: number;
  language: string;
  body: Record<string, unknown>;
}

interface SaveOptions {
  /** A form that shows both sides of a stale edit says so, so that no toast stands beside them. */
  silent?: string[];
  /** What the toast says of a saved row, where it is more than that it was saved. */
  said?: (row: Row) => string | undefined;
}

/** Creates or updates; the cached family is refreshed and a toast says so (specification §4). */
export function useSave(resource: AnyResource, { said, ...meta }: SaveOptions = {}) {
  const client = useQueryClient();
  const { t } = useTranslation('common');
  return useMutation({
    meta,
    mutationFn: ({ id, version, language, body }: SaveInput) => {
      const inLanguage = resource.translatable.length > 0 ? { language } : {};
      const input = { ...body, ...inLanguage };
      if (id === undefined) return api.post<Row>(resource.endpoint, input);
      const send = resource.updateMethod === 'PUT' ? api.put<Row> : api.patch<Row>;
      return send(`${resource.endpoint}/${id}`, { ...input, version }, inLanguage);
    },
    onSuccess: (row, { id }) => {
      const plain = t(id === undefined ? 'common:successfully-created' : 'common:successfully-updated');
      showToast('success', said?.(row) ?? plain);
      client.setQueriesData<Row>({ queryKey: [resource.name, 'one'] }, (old) =>
        old?.id === row.id && old.language === row.language ? row : old,
      );
      return refreshLists(client, resource.name);
    },
  });
}
