import { useEffect, useRef } from 'react';
import { isTyping } from './is-typing';

/**
 * Runs on a letter key that no field is typed into, or, with `withCtrl`, on Ctrl or ⌘ and the key anywhere. Keys go by
 * their place, so that they work in the Russian layout too.
 */
export function useShortcut(code: string, run: (() => void) | undefined, withCtrl = false): void {
  const latest = useRef(run);
  latest.current = run;

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.code !== code || event.shiftKey || event.altKey || !latest.current) return;
      if (withCtrl ? !(event.ctrlKey || event.metaKey) : isTyping(event)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [code, withCtrl]);
}
