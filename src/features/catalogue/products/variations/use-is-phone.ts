import { useSyncExternalStore } from 'react';

const query = '(max-width: 37.5rem)';

/** True on screens up to 600 px wide (specification §9): what stands there is another thing, not the same in other places. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

function subscribe(listener: () => void) {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
