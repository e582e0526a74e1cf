import { useSyncExternalStore } from 'react';

const nothing = () => () => {};

/** False during prerender and hydration, when browser-only state must not be read. */
export function useIsClient(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
}
