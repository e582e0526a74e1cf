/** True when a key belongs to a text field, a dialog or a browser shortcut, and not to the page. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (!(event.target instanceof HTMLElement)) return false;
  return (
    event.target.isContentEditable ||
    event.target.closest('input, textarea, select, [role="dialog"]') !== null
  );
}
