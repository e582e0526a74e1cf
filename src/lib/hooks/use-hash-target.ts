import { useRouter } from 'next/router';
import { useEffect } from 'react';

/** A part of the form may load after it. */
const waitMs = 10_000;

/**
 * Shows the section or field in the URL hash: the browser handles the hash before a form exists. A field gets the focus,
 * so that typing changes it; one that comes later only while the person types nowhere.
 */
export function useHashTarget(isReady = true): void {
  const { events } = useRouter();
  useEffect(() => {
    if (!isReady) return;
    let stop = () => {};
    const handle = () => {
      stop();
      if (!show()) stop = whenItComes();
    };
    handle();
    events.on('hashChangeComplete', handle);
    return () => {
      stop();
      events.off('hashChangeComplete', handle);
    };
  }, [events, isReady]);
}

const typing = 'input, select, textarea, [contenteditable]';

/** False while the target of the hash is not there. */
function show(isLate = false): boolean {
  const { hash } = window.location;
  if (hash === '') return true;
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return false;
  if (isLate && document.activeElement?.matches(typing)) return true;
  const isField = target.matches('input, select, textarea, button');
  target.scrollIntoView(isField ? { block: 'center' } : undefined);
  if (isField) target.focus({ preventScroll: true });
  return true;
}

function whenItComes(): () => void {
  const observer = new MutationObserver(() => {
    if (show(true)) stop();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => stop(), waitMs);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  return stop;
}
