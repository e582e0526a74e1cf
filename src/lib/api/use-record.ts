import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { AnswerTo } from '@/contract/endpoints';
import { apiAs } from './client';

/**
 * One record with its details, in the panel's or the given language; the screen shows errors itself. Boxes are never
 * retried (specification §9).
 */
export function useOne<Endpoint extends string>(
  { name, endpoint }: { name: string; endpoint: Endpoint },
  key: string,
  asked?: string,
  isEnabled = true,
) {
  const { i18n } = useTranslation();
  const language = asked ?? i18n.language;
  return useQuery({
    queryKey: [name, 'one', key, language],
    queryFn: () => apiAs.one<AnswerTo<'GET', `${Endpoint}/:`>>(endpoint, key, { language }),
    enabled: isEnabled,
    ...(name === 'boxes' && { retry: false }),
  });
}
