import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { toSearch } from '@/contract/core/search';
import type { TrashEntry } from '@/contract/insights/activity';
import { useListState } from '@/crud/list/list-state';
import { api } from '@/lib/api/client';
import { type ClientError, errorText, toClientError, usesText } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';

const rules: Parameters<typeof useListState>[0] = {
  columns: [],
  filters: [{ key: 'family', via: 'param', kind: 'select' }],
  defaultSort: { orderBy: 'deleted_at', sortedBy: 'desc' },
};

/** Trash filters from the URL. */
export function useTrashState() {
  const { isReady } = useRouter();
  return { isReady, ...useListState(rules, '/activity/trash') };
}

export function useTrash({ isReady, state }: ReturnType<typeof useTrashState>) {
  const search = toSearch({ title: state.search });
  const query = { page: state.page, limit: 20, ...state.filters, ...(search && { search }) };
  return useQuery({
    queryKey: ['trash', query],
    queryFn: () => api.page('trash', query),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
}

export function useTrashCounts() {
  return useQuery({
    queryKey: ['trash', 'families'],
    queryFn: () => api.get('trash/families'),
  });
}

/** Restores a row; the toast names what must be restored first. */
export function useRestore({ family, id, title }: TrashEntry) {
  const { t } = useTranslation(['insights', 'common']);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post(`trash/${family as string}/${id}/restore`),
    onSuccess: () => {
      showToast('success', t('insights:trash.restored', { title }));
      // Any list or count may contain the row.
      return client.invalidateQueries();
    },
    onError: (reason) => showToast('error', whyNot(t, toClientError(reason))),
    meta: { silent: true },
  });
}

function whyNot(t: Parameters<typeof errorText>[0], error: ClientError): string {
  if (error.code === 'RESTORE_FIRST')
    return t('insights:trash.restore-first', { uses: usesText(t, error.uses) });
  // For example, a removed user's email may belong to another account now.
  return error.code === 'VALIDATION_FAILED' ? t('insights:trash.taken', {}) : errorText(t, error);
}
