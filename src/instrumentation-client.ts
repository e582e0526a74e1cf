/**
 * Next runs this before hydration. Error reporting outweighs a page, so it loads when the page is usable; errors until
 * then are queued.
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
  // A failed report must not raise an error itself.
  const start = () => void load().catch(() => undefined);
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}
