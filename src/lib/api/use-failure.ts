import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ClientError, clientCodes, toClientError } from './client-error';

/** The used part of a TanStack query. */
export interface Asking {
  data: unknown;
  error: unknown;
  failureCount?: number;
  failureReason?: unknown;
  fetchStatus?: string;
  isPlaceholderData?: boolean;
}

/** Skeletons tell nobody that the server hangs. */
const patience = 2500;

/**
 * Why a screen has nothing to show: after the second failure already, a second after the first, while the repeats go on
 * behind it, and when nothing is answered at all (rules/panel: a failed list says so at once).
 */
export function useFailure(query: Asking): ClientError | undefined {
  const { data, error, failureCount = 0, failureReason } = query;
  const isLacking = data === undefined || query.isPlaceholderData;
  const isAsking = query.fetchStatus === 'fetching' && isLacking;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAsking) return;
    const timer = setTimeout(setLate, patience, true);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isAsking]);
  const reason = error ?? (isLacking && failureCount > 1 && failureReason);
  if (reason) return toClientError(reason);
  return isLate ? new ClientError(clientCodes.timeout) : undefined;
}

/** Asks for everything that the screen lacks, and drops what hangs: a plain `refetch` would wait for it. */
export const askAgain = (client: QueryClient) =>
  client.resetQueries({ predicate: ({ state }) => state.data === undefined });
