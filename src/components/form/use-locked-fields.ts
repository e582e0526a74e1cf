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
    const unlock = new Map<Element, () => void>();
    const lockAll = () => {
      for (const control of current.querySelectorAll(controls)) {
        if (!unlock.has(control) && !control.matches(openers)) unlock.set(control, lock(control));
      }
    };
    lockAll();
    // Parts of long forms load later.
    const watcher = new MutationObserver(lockAll);
    watcher.observe(current, { childList: true, subtree: true });
    return () => {
      watcher.disconnect();
      for (const undo of unlock.values()) undo();
    };
  }, [isLocked]);
  return place;
}

/** Returns what takes the lock off again. */
function lock(control: Element): () => void {
  if (control.matches('[contenteditable]')) return setAttribute(control, 'contenteditable', 'false');
  return setAttribute(control, control.matches(texts) ? 'readonly' : 'disabled', '');
}

function setAttribute(control: Element, name: string, value: string): () => void {
  const before = control.getAttribute(name);
  control.setAttribute(name, value);
  return () => (before === null ? control.removeAttribute(name) : control.setAttribute(name, before));
}
