import { type FocusEvent, useRef } from 'react';

/**
 * Headless UI moves the focus into a combobox a frame after a choice by mouse, wherever the person is by then: on a busy
 * machine they type in another field already, and the rest of their text would land in the search (rules/panel: unsaved
 * input survives).
 */
export function useFocusAfterChoice() {
  const isFresh = useRef(false);
  return {
    /** For `onChange` of the combobox. */
    noteChoice: () => {
      isFresh.current = true;
      // The library asks for its frame after this one.
      requestAnimationFrame(() =>
        setTimeout(() => {
          isFresh.current = false;
        }),
      );
    },
    /** For `onFocus` of its input: the field that the person moved on to keeps the focus. */
    giveBack: (event: FocusEvent<HTMLElement>) => {
      const { relatedTarget } = event;
      if (!isFresh.current || !(relatedTarget instanceof HTMLElement)) return;
      // Otherwise the library opens the list.
      event.preventDefault();
      relatedTarget.focus({ preventScroll: true });
    },
  };
}
