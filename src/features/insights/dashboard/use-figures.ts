import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { analyticsEndpoint } from '@/contract/insights/analytics';
import { api } from '@/lib/api/client';
import { onLive } from '@/lib/api/live';

/** Of what no event tells, a minute is the oldest. */
const oldMs = 60_000;

/** One part of the dashboards' figures; those of the period before stay until the next have come. */
export function useFigures<Data>(part: string, query: Record<string, unknown>, isOn = true) {
  return useQuery({
    queryKey: [analyticsEndpoint, part, query],
    queryFn: () => api.get<Data>(`${analyticsEndpoint}/${part}`, query),
    enabled: isOn,
    placeholderData: keepPreviousData,
    staleTime: 20_000,
    refetchInterval: oldMs,
    meta: { silent: true },
  });
}

/** A shelf of the dashboards: a short list of an endpoint of its own. */
export function useShelf<Row>(endpoint: string, query: Record<string, unknown>, isOn = true) {
  const { i18n } = useTranslation();
  const asked = { ...query, language: i18n.language };
  return useQuery({
    queryKey: [analyticsEndpoint, 'shelf', endpoint, asked],
    queryFn: () => api.list<Row>(endpoint, asked),
    enabled: isOn,
    staleTime: oldMs,
    meta: { silent: true },
  });
}

/** Orders that come one after another are asked about together. */
const pauseMs = 2000;

/** While a dashboard is open, orders that are placed or move ask anew for the figures that they touch, and no others. */
export function useLiveFigures(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive('order', () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refreshFigures(client);
      }, pauseMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client]);
}

function refreshFigures(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [name, part] }) => name === analyticsEndpoint && part !== 'shelf',
  });
}
