import type { FastifyBaseLogger } from 'fastify';
import { withoutSecrets } from '@/contract/without-secrets';
import { perMinute } from './per-minute';

/** Where an error happened: tags of its report, which contain no personal data. */
type Place = Partial<Record<'method' | 'route' | 'job', string | undefined>>;

/** While the database is down every request fails: the first reports say it. */
const maxPerMinute = 60;
const patienceMs = 2000;

let send: ((error: unknown, message: string, place: Place) => void) | undefined;

/** Logs an error that somebody must look at, and reports it where reports are on. */
export function logError(log: FastifyBaseLogger, error: unknown, message: string, place: Place = {}): void {
  log.error({ err: error, ...place }, message);
  send?.(error, message, place);
}

/**
 * Reports this process's errors to the service of the DSN, also an exception that ends the process. Returns the function
 * that sends what is left and ends the reports; without a DSN the library is not even loaded.
 */
export async function openErrorReports({
  sentryDsn: dsn,
  version: release,
}: {
  sentryDsn: string | undefined;
  version: string;
}): Promise<() => Promise<void>> {
  if (!dsn) return async () => undefined;
  const library = await import('@sentry/node');
  const isBelowLimit = perMinute(maxPerMinute);
  // Of the library's integrations only these: the others record requests, queries and the console.
  const client = library.initWithoutDefaultIntegrations({
    dsn,
    release,
    integrations: [
      library.linkedErrorsIntegration(),
      // An unhandled rejection becomes an uncaught exception, too.
      library.onUncaughtExceptionIntegration(),
    ],
    includeServerName: false,
    sendClientReports: false,
    beforeSend: (event) => (isBelowLimit('reports') ? withoutSecrets(event) : null),
  });
  send = (error, message, place) => {
    const scope = new library.Scope();
    scope.setClient(client);
    scope.setTags({ side: 'server', message, ...place });
    scope.captureException(error);
  };
  return async () => {
    send = undefined;
    await client?.close(patienceMs);
  };
}
