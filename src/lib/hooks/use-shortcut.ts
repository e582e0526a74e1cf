import { useEffect, useRef } from 'react';

/**
 * Runs on a letter key outside text fields or, with `withCtrl`, on Ctrl or ⌘ and the key anywhere. Keys are matched by
 * position, so they work in the Russian layout.
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

/** True when the key belongs to a text field, a dialog or a browser shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (!(event.target instanceof HTMLElement)) return false;
  return (
    event.target.isContentEditable ||
    event.target.closest('input, textarea, select, [role="dialog"]') !== null
  );
}
