import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { type ClientError, isPassing, isShownElsewhere, toClientError } from './client-error';

const minute = 60_000;

/**
 * The query client of specification §9: unused data is dropped after 5 minutes; transient failures are retried three
 * times, up to 30 seconds apart; cached data is shown immediately and refetched when a screen opens. Errors surface
 * once: those of a mutation here, unless `meta: { silent: true }` leaves all of them to the caller, or
 * `silent: ['CONFLICT']` these codes; those of a query on its screen. With `meta: { toast: true }` a query whose screen
 * already shows data reports them here, too.
 */
export function createQueryClient(showError: (error: ClientError) => void): QueryClient {
  const show = (error: unknown) => {
    const read = toClientError(error);
    if (!isShownElsewhere(read)) showError(read);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.state.data !== undefined && query.meta?.toast) show(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        // It waits for a second person: the page of the record shows it instead of the buttons.
        if (toClientError(error).status === 202) void client.invalidateQueries({ queryKey: ['approvals'] });
        const silent = mutation.meta?.silent;
        const isLeft = Array.isArray(silent) ? silent.includes(toClientError(error).code) : silent;
        if (!isLeft) show(error);
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: 5 * minute,
        staleTime: 0,
        retry: shouldRetry,
        retryDelay,
        // A screen that failed for lack of a network fills itself when it is back.
        refetchOnReconnect: ({ state }) => state.status === 'error',
        // And when only the server was away, of which the browser knows nothing.
        refetchInterval: ({ state }) => isAway(state.error) && 10_000,
        // Returning to the tab must not change a form that is being edited.
        refetchOnWindowFocus: false,
        // The API may run on this machine, reachable while the browser considers itself offline.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

const isAway = (error: unknown) => {
  if (!error) return false;
  const read = toClientError(error);
  return isPassing(read) && read.code !== 'INTERNAL';
};

/** Three times, transient failures only (specification §9). */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 3 && isPassing(toClientError(error));
}

/** 1, 2, 4 … seconds, at most 30 (specification §9). */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000);
}
