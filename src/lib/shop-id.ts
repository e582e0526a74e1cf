import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '@/contract/define';
import { isAllowed } from '@/contract/permissions';
import { api } from './api';
import { useMe, usePermissions } from './me';

/** The id of a shop by its slug: one's own from `me`, any other (for administrators) from the API. */
export function useShopId(slug: string | undefined): number | undefined {
  const { data: me } = useMe();
  const isAdmin = isAllowed(['super_admin'], usePermissions());
  const own = me && [...me.shops, me.managed_shop].find((shop) => shop?.slug === slug);
  const asked = useQuery({
    queryKey: ['shops', 'one', slug],
    queryFn: () => api.one<{ id: number }>('shops', slug ?? ''),
    enabled: slug !== undefined && me !== undefined && !own && isAdmin,
    staleTime: 5 * 60_000,
    meta: { silent: true },
  });
  return slug === undefined ? undefined : (own?.id ?? asked.data?.id);
}

/** Search pairs that keep a shop's twin to the shop's rows; undefined while the shop is being looked up. */
export function useShopScope(
  resource: AnyResource,
  shop: string | undefined,
): Record<string, unknown> | undefined {
  const needsId = 'shop_id' in resource.search;
  const id = useShopId(needsId ? shop : undefined);
  if (shop === undefined) return {};
  if (!needsId) return { shops: shop };
  return id === undefined ? undefined : { shop_id: id };
}
