import { type FocusEvent, type PointerEvent, useRef, useState } from 'react';

/**
 * When a combobox opens, and who keeps the focus after a choice.
 *
 * A focus by itself opens nothing: a dialog gives it to its first field, and the list would cover what stands below while
 * Enter would take its first entry. Typing, the arrows, and a press on the field open it.
 *
 * Headless UI moves the focus into a combobox a frame after a choice by mouse, wherever the person is by then: on a busy
 * machine they type in another field already, and the rest of their text would land in the search (rules/panel: unsaved
 * input survives).
 */
export function useComboboxFocus() {
  const isFresh = useRef(false);
  const [isPressed, setPressed] = useState(false);
  return {
    /** For `immediate` of the combobox. */
    isPressed,
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
    /** Of its input. */
    onInput: {
      onPointerDown: ({ currentTarget }: PointerEvent<HTMLElement>) => {
        // The library opens when the focus comes: a field that has it gets it again from this press.
        if (currentTarget === document.activeElement) currentTarget.blur();
        setPressed(true);
      },
      onBlur: () => setPressed(false),
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const { relatedTarget } = event;
        if (!isFresh.current || !(relatedTarget instanceof HTMLElement)) return;
        // The field that the person moved on to keeps the focus; otherwise the library opens the list.
        event.preventDefault();
        relatedTarget.focus({ preventScroll: true });
      },
    },
  };
}
