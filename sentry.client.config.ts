/**
 * Browser error reporting, loaded by `src/instrumentation-client.ts` when the page is usable. Named imports only: a
 * namespace import would bundle the whole library.
 */
import {
  browserTracingIntegration,
  captureException,
  init,
  SEMANTIC_ATTRIBUTE_SENTRY_ORIGIN,
  startBrowserTracingNavigationSpan,
} from '@sentry/nextjs';
import Router from 'next/router';
import { withoutSecrets } from '@/contract/without-secrets';
import { ignoredSpans, isRedirectError } from '@/lib/error-report';
import { routeName } from '@/lib/route-name';
import { basePath } from '@/lib/site';

/** Starts reporting to this DSN; returns the function that reports an error. */
export function start(dsn: string, release: string): (error: unknown) => void {
  const client = init({
    dsn,
    release,
    // `tunnelRoute` supports SaaS hosts only; a plain tunnel serves every DSN.
    tunnel: `${basePath}/monitoring`,
    tracesSampleRate: 1,
    // Self-hosted servers do not support span streaming.
    traceLifecycle: 'static',
    ignoreSpans: ignoredSpans,
    integrations: [browserTracingIntegration({ instrumentNavigation: false })],
    beforeSend: (event, hint) => (isRedirectError(hint.originalException) ? null : withoutSecrets(event)),
    beforeSendTransaction: withoutSecrets,
  });
  // The library's instrumentation would read `/admin/tags` as `/[shop]/tags`.
  Router.events.on('routeChangeStart', (address: string) => {
    const name = routeName(address, window.__BUILD_MANIFEST?.sortedPages ?? []);
    if (!client || !name) return;
    startBrowserTracingNavigationSpan(client, {
      name,
      attributes: {
        [SEMANTIC_ATTRIBUTE_SENTRY_ORIGIN]: 'auto.navigation.gostiny',
        'sentry.segment.name.source': 'route',
      },
    });
  });
  return (error) => {
    captureException(error);
  };
}
