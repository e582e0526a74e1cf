import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { FlashSale } from '@/contract/promotions/flash-sale/schema';
import { api } from '@/lib/api/client';

/** A sale by slug or id. */
export function useSale(key: string) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['flash-sale', 'one', key, i18n.language],
    queryFn: () => api.one<FlashSale>('flash-sale', key, { language: i18n.language }),
    meta: { silent: true },
  });
}
