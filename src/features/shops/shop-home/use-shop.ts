import { useQuery } from '@tanstack/react-query';
import { ownShops } from '@/contract/accounts/auth';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/client-error';
import { useMe, usePermissions } from '@/lib/session/me';

/** The shop of an address: own ones come with `me`, an administrator's are fetched. No request without a slug. */
export function useShop(slug: string | undefined) {
  const { data: me } = useMe();
  const isAdmin = usePermissions().includes('super_admin');
  const found = ownShops(me).find((shop) => shop.slug === slug);

  const query = useQuery({ ...wholeShop(slug), enabled: slug !== undefined && !found && isAdmin });

  return {
    shop: slug === undefined ? undefined : (found ?? query.data),
    error: found || !query.error ? undefined : toClientError(query.error),
    refetch: () => void query.refetch(),
  };
}

/** The complete shop of an address; components share one request. */
export function useWholeShop(slug: string | undefined) {
  // Balances change: another screen's cached data soon counts as stale.
  return useQuery({ ...wholeShop(slug), enabled: slug !== undefined, staleTime: 10_000 });
}

function wholeShop(slug: string | undefined) {
  return {
    queryKey: ['shops', 'one', slug],
    queryFn: () => api.one('shops', slug ?? ''),
    staleTime: 5 * 60_000,
  };
}
