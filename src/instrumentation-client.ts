/**
 * Next runs this before the page hydrates. Error reporting weighs more than a page, so it is loaded when the page is
 * usable; until then errors wait here.
 */
import { env } from '@/lib/env';
import { restoreRouterQuery } from '@/lib/router-query';

restoreRouterQuery();

if (env.sentryDsn) reportLater(env.sentryDsn);

function reportLater(dsn: string): void {
  const waiting: unknown[] = [];
  const keep = (event: ErrorEvent | PromiseRejectionEvent) => {
    if (waiting.length < 20) waiting.push('reason' in event ? event.reason : (event.error ?? event.message));
  };
  window.addEventListener('error', keep);
  window.addEventListener('unhandledrejection', keep);

  const load = async () => {
    const { start } = await import('../sentry.client.config');
    const report = start(dsn, env.version);
    window.removeEventListener('error', keep);
    window.removeEventListener('unhandledrejection', keep);
    for (const error of waiting) report(error);
  };
  // Not every browser has requestIdleCallback.
  const whenIdle = () =>
    'requestIdleCallback' in window
      ? window.requestIdleCallback(start, { timeout: 4000 })
      : setTimeout(start, 1000);
  // A report that cannot be sent must not become an error itself.
  const start = () => void load().catch(() => undefined);
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}
