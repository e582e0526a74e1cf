import { useShortcut } from './use-shortcut';

/** Goes through the queue by arrows, or by J and K. */
export function useQueueKeys({ next, previous }: { next: () => void; previous: () => void }): void {
  useShortcut('ArrowDown', next);
  useShortcut('KeyJ', next);
  useShortcut('ArrowUp', previous);
  useShortcut('KeyK', previous);
}
