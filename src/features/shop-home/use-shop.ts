import { useQuery } from '@tanstack/react-query';
import type { ShopStub } from '@/contract/auth';
import { api } from '@/lib/api';
import { type ClientError, toClientError } from '@/lib/errors';
import { useMe, usePermissions } from '@/lib/me';

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

  const query = useQuery({
    queryKey: ['shops', 'one', slug],
    queryFn: () => api.one<ShopStub>('shops', slug ?? ''),
    enabled: slug !== undefined && !found && isAdmin,
    staleTime: 5 * 60_000,
    meta: { silent: true },
  });

  return {
    shop: slug === undefined ? undefined : (found ?? query.data),
    error: found || !query.error ? undefined : toClientError(query.error),
    refetch: () => void query.refetch(),
  };
}
