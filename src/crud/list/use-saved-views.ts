import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { isAllowed } from '@/contract/core/permissions';
import { type SavedView, type SavedViewState, savedViewsEndpoint } from '@/contract/settings/saved-views';
import { api } from '@/lib/api/client';
import { usePermissions } from '@/lib/session/me';
import { useShopId } from '@/lib/session/shop-id';
import { showToast } from '@/lib/toast';

type Input = Pick<SavedView, 'name' | 'is_shared' | 'state'>;

/** The views of a list, asked for when this is first drawn, and what may be done with one's own. */
export function useSavedViews(family: string, shop: string | undefined) {
  const { t } = useTranslation(['common', 'form']);
  const client = useQueryClient();
  const shopId = useShopId(shop);
  const isAdmin = isAllowed(['super_admin'], usePermissions());
  const queryKey = [savedViewsEndpoint, family, shopId ?? null];
  const refresh = () => client.invalidateQueries({ queryKey });
  const place = { family, ...(shopId !== undefined && { shop_id: shopId }) };

  const views = useQuery({
    queryKey,
    queryFn: () => api.list<SavedView>(savedViewsEndpoint, place),
    enabled: shop === undefined || shopId !== undefined,
    meta: { silent: true },
  });
  // What is wrong with the name is said beside it.
  const meta = { silent: ['VALIDATION_FAILED'] };
  const add = useMutation({
    meta,
    mutationFn: (input: Input) => api.post<SavedView>(savedViewsEndpoint, { ...place, ...input }),
    onSuccess: () => {
      showToast('success', t('form:views.saved'));
      return refresh();
    },
  });
  const change = useMutation({
    meta,
    mutationFn: ({ view, ...input }: Partial<Input> & { view: SavedView }) =>
      api.patch<SavedView>(`${savedViewsEndpoint}/${view.id}`, { ...input, version: view.version }),
    onSuccess: () => showToast('success', t('form:views.saved')),
    // After a refusal, too: somebody may have removed it in another tab.
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => api.remove(`${savedViewsEndpoint}/${id}`),
    onSuccess: (_answer, { name, is_shared, state }) => {
      const undo = () => add.mutate({ name, is_shared, state });
      showToast('success', t('common:successfully-deleted'), {
        action: { label: t('common:button-undo'), onClick: undo },
      });
    },
    onSettled: refresh,
  });
  // At the root views are shared among administrators (contract/saved-views).
  return { views, add, change, remove, canShare: shop !== undefined || isAdmin };
}

/** True when a list stands as a view says; one without columns leaves those open. */
export function isSameView(view: SavedViewState, list: SavedViewState): boolean {
  return textOf(view, view.columns !== undefined) === textOf(list, view.columns !== undefined);
}

function textOf({ search, filters, orderBy, sortedBy, columns = [] }: SavedViewState, withColumns: boolean) {
  const pairs = Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([search, pairs, orderBy, sortedBy, withColumns && [...columns].sort()]);
}
