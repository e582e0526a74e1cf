import { useEffect, useRef } from 'react';
import { type Theme, useTheme } from '@/state/ui';

const darkSystem = '(prefers-color-scheme: dark)';

/** Keeps `data-theme` in step with the choice and the system. The first paint is the work of `public/early.js`. */
export function useThemeAttribute(): void {
  const [theme] = useTheme();
  const isFirst = useRef(true);

  useEffect(() => {
    // The kept choice is not read yet; early.js has.
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
