import { useSyncExternalStore } from 'react';

const nothing = () => () => {};

/** False while a page is prerendered and hydrates: what only the browser knows must not be looked at before. */
export function useIsClient(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
}
