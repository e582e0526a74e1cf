import {
  type QueryClient,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { AnyResource } from '@/contract/core/define';
import type { Row } from '@/crud/types';
import { apiAs } from '@/lib/api/client';
import { clientCodes } from '@/lib/api/errors';
import { refreshLists } from '@/lib/api/refresh';
import { showToast } from '@/lib/toast';

interface SaveInput {
  /** Absent on create. */
  id?: number;
  /** Row version that the form was loaded with. */
  version?: number;
  /** Makes a repeated create return the row of the first one. */
  idempotencyKey?: string | undefined;
  language: string;
  body: Record<string, unknown>;
}

/** Errors that forms show themselves, without a toast: conflicts, and outages, after which they retry. */
const silent = ['CONFLICT', clientCodes.network, clientCodes.timeout, 'UNAVAILABLE', 'INTERNAL'];

/**
 * Creates or updates a row of a form, refreshes the family's cached lists and shows a toast, whose text `messageOf`
 * may replace.
 */
export function useSave(resource: AnyResource, messageOf?: (row: Row) => string | undefined) {
  const client = useQueryClient();
  const { t } = useTranslation('common');
  return useMutation({
    ...saving(client, t, resource, messageOf),
    meta: { silent },
    // The form is saved now; its history below it and other lists follow.
    onSettled: (row) => void (row && refreshLists(client, resource.name)),
  });
}

/** The same without a form: a list loads it when a switch is first used. */
export function saveOnce(client: QueryClient, t: Translate, resource: AnyResource, input: SaveInput) {
  return client
    .getMutationCache()
    .build(client, {
      ...saving(client, t, resource),
      // The switch turns when its row has.
      onSettled: (row) => row && refreshLists(client, resource.name),
    })
    .execute(input);
}

type Translate = (key: string) => string;

function saving(
  client: QueryClient,
  t: Translate,
  resource: AnyResource,
  messageOf?: (row: Row) => string | undefined,
): UseMutationOptions<Row, Error, SaveInput> {
  return {
    mutationFn: ({ id, version, language, body, idempotencyKey }) => {
      const inLanguage = resource.translatable.length > 0 ? { language } : {};
      const input = { ...body, ...inLanguage };
      if (id === undefined) {
        const headers: Record<string, string> = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {};
        return apiAs.post<Row>(resource.endpoint, input, undefined, headers);
      }
      const send = resource.updateMethod === 'PUT' ? apiAs.put<Row> : apiAs.patch<Row>;
      return send(`${resource.endpoint}/${id}`, { ...input, version }, inLanguage);
    },
    onSuccess: (row, { id }) => {
      const plain = t(id === undefined ? 'common:successfully-created' : 'common:successfully-updated');
      showToast('success', messageOf?.(row) ?? plain);
      client.setQueriesData<Row>({ queryKey: [resource.name, 'one'] }, (old) =>
        old?.id === row.id && old.language === row.language ? row : old,
      );
    },
  };
}
