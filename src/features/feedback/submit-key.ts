import type { KeyboardEvent } from 'react';

/** Ctrl or ⌘ with Enter submits the form; Enter alone inserts a line break. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
