import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { AnyResource, BaseRow } from '@/contract/core/define';
import { api } from './client';

/**
 * One record with its details, in the panel's or the given language; the screen shows errors itself. Boxes are never
 * retried (specification §9).
 */
export function useOne<Found = BaseRow & Record<string, unknown>>(
  { name, endpoint }: Pick<AnyResource, 'name' | 'endpoint'>,
  key: string,
  asked?: string,
  isEnabled = true,
) {
  const { i18n } = useTranslation();
  const language = asked ?? i18n.language;
  return useQuery({
    queryKey: [name, 'one', key, language],
    queryFn: () => api.one<Found>(endpoint, key, { language }),
    enabled: isEnabled,
    meta: { silent: true },
    ...(name === 'boxes' && { retry: false }),
  });
}
