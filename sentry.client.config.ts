/**
 * Error reports of the browser. Turbopack does not load this file by itself, which is welcome: `src/instrumentation-client.ts`
 * loads it when the page is usable. Named imports only: a namespace import would bring the whole library (stack §3, §6).
 */
import { captureException, init } from '@sentry/nextjs';
import { ignoredSpans, isRedirectError } from '@/lib/error-report';
import { basePath } from '@/lib/site';

/** Starts reporting to this DSN; answers what reports an error. */
export function start(dsn: string, release: string): (error: unknown) => void {
  init({
    dsn,
    release,
    // `tunnelRoute` knows the SaaS hosts only; a plain tunnel serves every DSN.
    tunnel: `${basePath}/monitoring`,
    tracesSampleRate: 1,
    ignoreSpans: ignoredSpans,
    beforeSend: (event, hint) => (isRedirectError(hint.originalException) ? null : event),
  });
  return (error) => {
    captureException(error);
  };
}
