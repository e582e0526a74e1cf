import { type RefObject, useEffect, useRef } from 'react';

/** Down arrow and j take the focus from the page, or from the list's search, to the first row. Returns the rows' container. */
export function useFirstRowKeys(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
      const { target } = event;
      const isOnPage = target === document.body;
      const isInSearch = target instanceof HTMLInputElement && target.type === 'search' && isOfPage(target);
      const isAsked = event.key === 'ArrowDown' || (event.code === 'KeyJ' && !isInSearch);
      if (!isAsked || !(isOnPage || isInSearch)) return;
      const row = place.current?.querySelector<HTMLElement>('[tabindex="0"]');
      if (!row) return;
      event.preventDefault();
      row.focus();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  return place;
}

/** Search fields of the top bar, menus and dialogs handle arrows themselves. */
function isOfPage(input: HTMLInputElement): boolean {
  return input.closest('main') !== null && input.closest('[role="dialog"], [role="combobox"]') === null;
}
