import { useShortcut } from './use-shortcut';

/** Moves through a queue by arrow keys, or by J and K. */
export function useQueueKeys({ next, previous }: { next: () => void; previous: () => void }): void {
  useShortcut('ArrowDown', next);
  useShortcut('KeyJ', next);
  useShortcut('ArrowUp', previous);
  useShortcut('KeyK', previous);
}
