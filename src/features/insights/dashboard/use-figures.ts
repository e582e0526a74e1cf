import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import type { AnswerTo, RowIn } from '@/contract/endpoint-types';
import { analyticsEndpoint } from '@/contract/insights/analytics';
import { useCan } from '@/lib/api/capabilities';
import { apiAs } from '@/lib/api/client';
import { onLive } from '@/lib/api/live';

/** Maximum age of data without live events. */
const oldMs = 60_000;

type FigurePart =
  | ('figures' | 'statuses' | 'sales' | 'shops' | 'balance' | 'waiting')
  | ('trends' | 'hours' | 'categories' | 'ending' | 'payouts');

type Shelf =
  | 'low-stock-products'
  | 'popular-products'
  | 'top-rate-product'
  | 'category-wise-product'
  | 'category-wise-product-sale';

/** Query of one dashboard part; keeps previous data while loading. */
export function useFigures<Part extends FigurePart>(part: Part, query: Record<string, unknown>, isOn = true) {
  const canAsk = useCan('analytics-parts');
  return useQuery({
    queryKey: [analyticsEndpoint, part, query],
    queryFn: () => apiAs.get<AnswerTo<'GET', `analytics/${Part}`>>(`${analyticsEndpoint}/${part}`, query),
    enabled: canAsk && isOn,
    placeholderData: keepPreviousData,
    staleTime: 20_000,
    refetchInterval: oldMs,
  });
}

/** Query of a storefront list on the dashboard. */
export function useShelf<Endpoint extends Shelf>(
  endpoint: Endpoint,
  query: Record<string, unknown>,
  isOn = true,
) {
  const { i18n } = useTranslation();
  const asked = { ...query, language: i18n.language };
  return useQuery({
    queryKey: [analyticsEndpoint, 'shelf', endpoint, asked],
    queryFn: () => apiAs.list<RowIn<AnswerTo<'GET', Endpoint>>>(endpoint, asked),
    enabled: isOn,
    staleTime: oldMs,
  });
}

/** Debounces bursts of order events. */
const pauseMs = 2000;

/** Live order events refetch only the metrics they affect. */
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
