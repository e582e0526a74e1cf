import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import { api } from '@/lib/api/client';
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
  const id = useShopId('shop_id' in resource.search ? shop : undefined);
  return shopScope(resource, shop, id);
}

/** The same, when the id is known or not needed. A family that knows no shops in its search is the same in every shop. */
export function shopScope(
  resource: Pick<AnyResource, 'search' | 'only'>,
  shop: string | undefined,
  id: number | undefined,
): Record<string, unknown> | undefined {
  const part = resource.only?.scope;
  if (shop === undefined) return { ...part };
  if (!('shop_id' in resource.search))
    return 'shops.slug' in resource.search ? { ...part, shops: shop } : { ...part };
  return id === undefined ? undefined : { ...part, shop_id: id };
}
