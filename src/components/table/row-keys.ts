import type { KeyboardEvent } from 'react';

/**
 * Keys of a focused row: arrows, j and k move, Enter opens, x or Space ticks. Keys inside a row belong to its controls.
 * Letters are matched by position, so they work in the Russian layout.
 */
export function handleRowKey(
  event: KeyboardEvent<HTMLElement>,
  open: () => void,
  tick: (() => void) | undefined,
): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  const { nextElementSibling: next, previousElementSibling: previous } = event.currentTarget;
  const isDown = event.key === 'ArrowDown' || event.code === 'KeyJ';
  const isUp = event.key === 'ArrowUp' || event.code === 'KeyK';
  if (isDown || isUp) {
    event.preventDefault();
    // The same keys focus the first row from elsewhere on the page.
    event.stopPropagation();
    const goal = isDown ? next : previous;
    if (goal instanceof HTMLElement) goal.focus();
  }
  if (event.key === 'Enter') open();
  if (tick && (event.code === 'KeyX' || event.key === ' ')) {
    event.preventDefault();
    tick();
  }
}
