import { useQuery } from '@tanstack/react-query';
import type { DeliveryCity, DeliveryPoint } from '@/contract/settings/delivery';
import { api } from '@/lib/api/client';

const aWhile = 5 * 60_000;

/** Cities whose name has the text in it. */
export function useCities(search: string) {
  return useQuery({
    queryKey: ['cities', search],
    queryFn: () => api.list<DeliveryCity>('cities', { search }),
    enabled: search.length >= 2,
    staleTime: aWhile,
    retry: false,
    meta: { silent: true },
  });
}

/** Points of a city. */
export function usePoints(city: string | undefined) {
  return useQuery({
    queryKey: ['points', city],
    queryFn: () => api.list<DeliveryPoint>('points', { city }),
    enabled: city !== undefined,
    staleTime: aWhile,
    retry: false,
    meta: { silent: true },
  });
}
