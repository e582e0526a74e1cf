import type { KeyboardEvent } from 'react';

/** Enter alone is a new line; with Ctrl or ⌘ it sends the form. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
