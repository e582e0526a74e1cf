import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { menuCountsEndpoint } from '@/contract/insights/menu-counts';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';

type Change = { is_done: boolean } | { answer: string };

/** Answers a contact message or changes whether it is done; `done` is the toast. The caller shows field errors. */
export function useContactCall({ id, version }: { id: number; version: number }, done: string) {
  const { t } = useTranslation(['form', 'common']);
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      ['contact-messages', menuCountsEndpoint].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
  return useMutation({
    meta: { silent: true },
    mutationFn: (change: Change) =>
      'answer' in change
        ? api.post(`contact-messages/${id}/answer`, { ...change, version })
        : api.put(`contact-messages/${id}`, { ...change, version }),
    onSuccess: () => {
      showToast('success', done);
      return refresh();
    },
    onError: (reason) => {
      const error = toClientError(reason);
      if (Object.keys(error.fields).length === 0)
        showToast('error', errorText(t, error), { requestId: error.requestId });
      // Somebody else was first: the screen shows how it is now.
      void refresh();
    },
  });
}
