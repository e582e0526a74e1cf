import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { type ClientError, clientCodes, isPassing, toClientError } from './errors';

const minute = 60_000;

/**
 * The query client of specification §9: what nobody looks at is forgotten after 5 minutes; three retries, waiting up to
 * 30 seconds, for failures that may pass. What is kept is shown at once and asked again when a screen opens, so that
 * lists are never old.
 *
 * Errors surface once, here: of a mutation always, of a query when its screen already shows data (a screen without data
 * shows the error itself). `meta: { silent: true }` leaves it to the caller; `silent: ['CONFLICT']` leaves those codes.
 */
export function createQueryClient(showError: (error: ClientError) => void): QueryClient {
  const show = (error: unknown) => {
    const read = toClientError(error);
    if (read.code !== clientCodes.cancelled) showError(read);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.state.data !== undefined && !query.meta?.silent) show(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
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
        // A form must not be changed under the hands of who came back from another tab.
        refetchOnWindowFocus: false,
        // The API may well be reachable when the browser believes itself offline: it may run on this very machine.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Three times, and only what may pass (specification §9). */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 3 && isPassing(toClientError(error));
}

/** 1, 2, 4 … seconds, at most 30 (specification §9). */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000);
}
