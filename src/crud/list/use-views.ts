import { useQuery } from '@tanstack/react-query';
import { type SavedViewState, savedViewsEndpoint } from '@/contract/settings/saved-views';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { useShopId } from '@/lib/session/shop-id';

/** Saved views of a list: the person's own, then those that others share. */
export function useViews(family: string, shop: string | undefined, isEnabled = true) {
  const shopId = useShopId(shop);
  const canSave = useCan('saved-views');
  const queryKey = [savedViewsEndpoint, family, shopId ?? null];
  const location = { family, ...(shopId !== undefined && { shop_id: shopId }) };
  const views = useQuery({
    queryKey,
    queryFn: () => api.list(savedViewsEndpoint, location),
    enabled: canSave && isEnabled && (shop === undefined || shopId !== undefined),
    // The tabs and the menu of views share one request.
    staleTime: 5_000,
  });
  return { views, queryKey, location };
}

/** True when the list's state equals the view's; a view without columns matches any. */
export function isSameView(view: SavedViewState, list: SavedViewState): boolean {
  return textOf(view, view.columns !== undefined) === textOf(list, view.columns !== undefined);
}

function textOf(state: SavedViewState, withColumns: boolean) {
  const { search, filters, orderBy, sortedBy, tab = '', columns = [] } = state;
  const pairs = Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([tab, search, pairs, orderBy, sortedBy, withColumns && [...columns].sort()]);
}
