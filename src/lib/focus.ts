const typing = 'input, textarea, select, [contenteditable]';

/**
 * Moves the focus once the next frame has drawn what the caller has changed, unless the person types somewhere by then:
 * an answer of the server or a busy machine may come late.
 */
export function focusUnlessTyping(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    if (!document.activeElement?.matches(typing)) find()?.focus();
  });
}
