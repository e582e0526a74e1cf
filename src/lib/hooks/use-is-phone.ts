import { useSyncExternalStore } from 'react';

/** The width of the style sheet's `phone`. */
const query = '(max-width: 37.5rem)';

const subscribe = (onChange: () => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
};

/** True on screens that the style sheet calls `phone`; false on the server. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
