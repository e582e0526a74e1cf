import { useCallback } from 'react';

const property = '--bottom-bar';
/** Distance between the bar and a toast. */
const gap = 8;

/** Ref of a bar at the bottom of the window: toasts stay above it. */
export function useBottomBar(): (bar: HTMLElement | null) => (() => void) | undefined {
  return useCallback((bar) => {
    if (!bar) return undefined;
    const { style } = document.documentElement;
    const watcher = new ResizeObserver(() => style.setProperty(property, `${bar.offsetHeight + gap}px`));
    watcher.observe(bar);
    return () => {
      watcher.disconnect();
      style.removeProperty(property);
    };
  }, []);
}
