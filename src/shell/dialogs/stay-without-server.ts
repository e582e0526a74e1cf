import Router from 'next/router';
import { i18n } from 'next-i18next/pages';
import { showToast } from '@/lib/toast';

/**
 * Keeps the open page when the next one cannot be loaded: without the server Next would leave for the browser's error
 * page. A page of a former build is loaded as a document instead. Returns the end of it.
 */
export function stayWithoutServer(): () => void {
  // Without the server no message could be loaded.
  import('@/shell/toast-stack').catch(() => undefined);
  const handle = (error: Error | undefined, url: string) => {
    if (!error || !/^(Failed to load|Loading)/.test(error.message)) return;
    fetch(url, { method: 'HEAD' }).then(
      () => window.location.assign(url),
      () => showToast('error', i18n?.t('common:errors.network') ?? ''),
    );
    // Next offers no other way to stop here, and takes this for a change to another page.
    throw Object.assign(new Error('Abort route change: no server'), { cancelled: true });
  };
  Router.events.on('routeChangeError', handle);
  return () => Router.events.off('routeChangeError', handle);
}
