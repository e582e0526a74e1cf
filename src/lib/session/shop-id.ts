import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import { api } from '@/lib/api/client';
import { useMe, usePermissions } from './me';

/** Id of a shop by slug: from `me` for own shops, from the API for administrators. */
export function useShopId(slug: string | undefined): number | undefined {
  const { data: me } = useMe();
  const isAdmin = isAllowed(['super_admin'], usePermissions());
  const own = me && [...me.shops, me.managed_shop].find((shop) => shop?.slug === slug);
  const fetched = useQuery({
    queryKey: ['shops', 'one', slug],
    queryFn: () => api.one('shops', slug ?? ''),
    enabled: slug !== undefined && me !== undefined && !own && isAdmin,
    staleTime: 5 * 60_000,
  });
  return slug === undefined ? undefined : (own?.id ?? fetched.data?.id);
}

/** Search pairs that limit a list to a shop; undefined while the shop's id loads. */
export function useShopScope(
  resource: AnyResource,
  shop: string | undefined,
): Record<string, unknown> | undefined {
  const id = useShopId('shop_id' in resource.search ? shop : undefined);
  return shopScope(resource, shop, id);
}

/** The same with a known id. Families without `shop_id` in their search are not limited. */
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
