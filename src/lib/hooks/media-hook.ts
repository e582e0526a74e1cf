import { useSyncExternalStore } from 'react';

/** A hook that is true while the window matches the media query; false on the server. */
export function mediaHook(query: string): () => boolean {
  const subscribe = (onChange: () => void) => {
    const media = window.matchMedia(query);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  };
  const isMatching = () => window.matchMedia(query).matches;
  const isMatchingOnServer = () => false;
  return () => useSyncExternalStore(subscribe, isMatching, isMatchingOnServer);
}
