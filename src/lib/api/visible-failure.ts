import { type ClientError, toClientError } from './errors';

/** The used part of a TanStack query. */
interface Asking {
  data: unknown;
  error: unknown;
  failureCount: number;
  failureReason: unknown;
}

/**
 * Why a screen has nothing to show: after the second failure already, a second after the first, while the repeats go on
 * behind it (rules/panel: a failed list says so at once).
 */
export function visibleFailure({
  data,
  error,
  failureCount,
  failureReason,
}: Asking): ClientError | undefined {
  const reason = error ?? (data === undefined && failureCount > 1 ? failureReason : undefined);
  return reason ? toClientError(reason) : undefined;
}
