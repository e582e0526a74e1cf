import { useRouter } from 'next/router';
import { useEffect } from 'react';

/**
 * Shows the section or field in the URL hash: the browser handles the hash before a form exists. A field gets the focus,
 * so that typing changes it.
 */
export function useHashTarget(isReady = true): void {
  const { events } = useRouter();
  useEffect(() => {
    if (!isReady) return;
    const show = () => {
      const { hash } = window.location;
      const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
      if (!target) return;
      const isField = target.matches('input, select, textarea, button');
      target.scrollIntoView(isField ? { block: 'center' } : undefined);
      if (isField) target.focus({ preventScroll: true });
    };
    show();
    events.on('hashChangeComplete', show);
    return () => events.off('hashChangeComplete', show);
  }, [events, isReady]);
}
