import { useQuery } from '@tanstack/react-query';
import type { ShopStub } from '@/contract/accounts/auth';
import type { Shop } from '@/contract/shops/schema';
import { api } from '@/lib/api/client';
import { type ClientError, toClientError } from '@/lib/api/errors';
import { useMe, usePermissions } from '@/lib/session/me';

export interface UseShop {
  shop: ShopStub | undefined;
  error: ClientError | undefined;
  refetch: () => void;
}

/** The shop of an address: own ones come with `me`, an administrator's are asked for. Nothing is asked for no shop. */
export function useShop(slug: string | undefined): UseShop {
  const { data: me } = useMe();
  const isAdmin = usePermissions().includes('super_admin');
  const own = [...(me?.shops ?? []), ...(me?.managed_shop ? [me.managed_shop] : [])];
  const found = own.find((shop) => shop.slug === slug);

  const query = useQuery({ ...wholeShop(slug), enabled: slug !== undefined && !found && isAdmin });

  return {
    shop: slug === undefined ? undefined : (found ?? query.data),
    error: found || !query.error ? undefined : toClientError(query.error),
    refetch: () => void query.refetch(),
  };
}

/** All that the person may know of the shop of an address; asked for once, by whoever asks first. */
export function useWholeShop(slug: string | undefined) {
  // Money moves: what was asked for by another screen is not shown for long.
  return useQuery({ ...wholeShop(slug), enabled: slug !== undefined, staleTime: 10_000 });
}

function wholeShop(slug: string | undefined) {
  return {
    queryKey: ['shops', 'one', slug],
    queryFn: () => api.one<Shop>('shops', slug ?? ''),
    staleTime: 5 * 60_000,
    meta: { silent: true },
  };
}
