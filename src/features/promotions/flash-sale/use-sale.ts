import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { api } from '@/lib/api/client';

/** A sale by slug or id. */
export function useSale(key: string) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['flash-sale', 'one', key, i18n.language],
    queryFn: () => api.one('flash-sale', key, { language: i18n.language }),
  });
}
