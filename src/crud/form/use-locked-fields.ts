import { useEffect, useRef } from 'react';

const controls = 'input, textarea, select, button, [contenteditable]';
/** Only opens and closes a part of the page. */
const openers = 'button[aria-expanded]:not([aria-haspopup])';
const texts =
  'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=color], [role=combobox])';

/**
 * Locks the fields of a form that the person may only read, whatever the form is made of; returns the ref of their
 * container. A disabled `fieldset` would also keep people from selecting and reaching texts.
 */
export function useLockedFields(isLocked: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (!isLocked || !current) return undefined;
    const lockAll = () => {
      for (const control of current.querySelectorAll<HTMLElement>(controls)) lock(control);
    };
    lockAll();
    // Parts of long forms load later.
    const watcher = new MutationObserver(lockAll);
    watcher.observe(current, { childList: true, subtree: true });
    return () => watcher.disconnect();
  }, [isLocked]);
  return place;
}

function lock(control: HTMLElement): void {
  if (control.matches('[contenteditable]')) control.setAttribute('contenteditable', 'false');
  else if (control.matches(texts)) control.toggleAttribute('readonly', true);
  else if (!control.matches(openers)) control.toggleAttribute('disabled', true);
}
