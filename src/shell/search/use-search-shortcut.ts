import { type RefObject, useEffect, useRef } from 'react';

/**
 * Ctrl+K or `/` focuses the search in the top bar, or opens and closes its dialog on narrow screens. `/` yields to a page with its
 * own search box.
 */
export function useSearchShortcut(toggleDialog: () => void): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const toggle = useRef(toggleDialog);
  useEffect(() => {
    toggle.current = toggleDialog;
  });

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isShortcut(event) || event.defaultPrevented) return;
      event.preventDefault();
      // An element without a box is hidden: the bar is narrow.
      if (input.current?.offsetParent) input.current.focus();
      else toggle.current();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);

  return input;
}

function isShortcut(event: KeyboardEvent): boolean {
  if (event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey)
    return true;
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return false;
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  return !isTyping && !document.querySelector('main input[type="search"], [role="dialog"]');
}
