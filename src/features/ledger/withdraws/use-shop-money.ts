import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api/client';

/** A shop with its current balance and requisites; never served from a stale cache. */
export function useShopMoney(key: string | number) {
  return useQuery({
    queryKey: ['shops', 'one', key],
    queryFn: () => api.one('shops', key),
  });
}
