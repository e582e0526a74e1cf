import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { AnyResource } from '@/contract/define';
import { api } from './api';

/** One record of a family with everything its details show, in the panel's language; its page tells of a failure. */
export function useOne<Found>({ name, endpoint }: Pick<AnyResource, 'name' | 'endpoint'>, id: string) {
  const { language } = useTranslation().i18n;
  return useQuery({
    queryKey: [name, 'one', id, language],
    queryFn: () => api.one<Found>(endpoint, id, { language }),
    meta: { silent: true },
  });
}
