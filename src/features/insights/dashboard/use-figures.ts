import {
  keepPreviousData,
  type QueryClient,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
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
    ...askFor(part, query),
    enabled: canAsk && isOn,
    placeholderData: keepPreviousData,
  });
}

const askFor = <Part extends FigurePart>(part: Part, query: Record<string, unknown>) => ({
  queryKey: [analyticsEndpoint, part, query],
  queryFn: () => apiAs.get<AnswerTo<'GET', `analytics/${Part}`>>(`${analyticsEndpoint}/${part}`, query),
  staleTime: 20_000,
  refetchInterval: oldMs,
});

/** Query of what waits in a shop, or in all that the person sees. */
export const waitingOf = (shop: string | undefined) => (shop === undefined ? {} : { shop });

/** What waits in each of these shops, for who draws several bars at once. */
export function useWaiting(shops: readonly (string | undefined)[], isOn: boolean) {
  const canAsk = useCan('analytics-parts');
  return useQueries({
    queries: shops.map((shop) => ({ ...askFor('waiting', waitingOf(shop)), enabled: canAsk && isOn })),
  });
}

/** A first answer is still to come, and has not failed: what stands below it would jump. */
export const isToCome = ({ isLoading, failureCount }: { isLoading: boolean; failureCount: number }) =>
  isLoading && failureCount === 0;

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
