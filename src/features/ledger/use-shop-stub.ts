import { useQuery } from '@tanstack/react-query';
import type { Shop } from '@/contract/shops/schema';
import { api } from '@/lib/api/client';

/** The shop of the address from the shell's cache; undefined without a slug. */
export function useShopStub(slug: string | undefined): Pick<Shop, 'id' | 'name'> | undefined {
  return useQuery({
    queryKey: ['shops', 'one', slug],
    queryFn: () => api.one('shops', slug ?? ''),
    enabled: Boolean(slug),
    staleTime: 5 * 60_000,
  }).data;
}
