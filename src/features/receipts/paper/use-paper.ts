import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api/client';

/** What a receipt's own page shows. */
export function usePaper(page: string) {
  const secret = new URL(page).searchParams.get('secret') ?? '';
  return useQuery({
    queryKey: ['receipt-pages', secret],
    queryFn: () => api.get(`receipt-pages/${encodeURIComponent(secret)}`),
  });
}
