import { useQuery } from '@tanstack/react-query';
import type { Shop } from '@/contract/shops/schema';
import { api } from '@/lib/api/client';

/** The shop of an address, as the shell has asked for it; nothing is asked for no shop. */
export function useShopStub(slug: string | undefined): Pick<Shop, 'id' | 'name'> | undefined {
  return useQuery({
    queryKey: ['shops', 'one', slug],
    queryFn: () => api.one<Shop>('shops', slug ?? ''),
    enabled: Boolean(slug),
    staleTime: 5 * 60_000,
    meta: { silent: true },
  }).data;
}
