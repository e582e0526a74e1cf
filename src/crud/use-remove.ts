import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type AnyResource, familyPaths } from '@/contract/core/define';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { refreshLists } from '@/lib/api/refresh';
import { useRedirect } from '@/lib/hooks/use-redirect';
import { showToast } from '@/lib/toast';

/** Deletes a row; the toast offers to restore it. */
export function useRemove(resource: AnyResource) {
  const client = useQueryClient();
  const { t } = useTranslation('common');
  const router = useRouter();
  const redirect = useRedirect();
  const canRestore = useCan('restore');
  const refresh = () => refreshLists(client, resource.name);
  const restore = useMutation({
    mutationFn: (id: number) => api.post(`${resource.endpoint}/${id}/restore`),
    onSuccess: () => {
      showToast('success', t('common:successfully-restored'));
      return refresh();
    },
  });
  return useMutation({
    mutationFn: ({ id }: { id: number }) => api.remove(`${resource.endpoint}/${id}`),
    onSuccess: (_answer, { id }) => {
      const action = { label: t('common:button-undo'), onClick: () => restore.mutate(id) };
      showToast('success', t('common:successfully-deleted'), canRestore ? { action } : {});
      // The deleted record's own page has nothing to show.
      const { shop, screen } = router.query;
      if (screen) {
        const { list } = familyPaths(resource, typeof shop === 'string' ? shop : undefined);
        redirect(list);
      }
      return refresh();
    },
  });
}
