import { useEffect, useRef } from 'react';
import { type Theme, useTheme } from '@/state/ui';

const darkSystem = '(prefers-color-scheme: dark)';

/** Keeps `data-theme` in sync with the stored choice and the system. `public/early.js` sets it for the first paint. */
export function useThemeAttribute(): void {
  const [theme] = useTheme();
  const isFirst = useRef(true);

  useEffect(() => {
    // The stored choice is not loaded yet; early.js has read it.
    if (isFirst.current) isFirst.current = false;
    else apply(theme);
    if (theme !== 'system') return;
    const follow = () => apply('system');
    const system = window.matchMedia(darkSystem);
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, [theme]);
}

function apply(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && window.matchMedia(darkSystem).matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}
