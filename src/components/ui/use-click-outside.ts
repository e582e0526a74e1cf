import { type RefObject, useEffect, useRef } from 'react';

/** Calls back when something else than the element, or what is in it, is pressed. */
export function useClickOutside(
  element: RefObject<HTMLElement | null>,
  isActive: boolean,
  callback: () => void,
): void {
  const current = useRef(callback);
  useEffect(() => {
    current.current = callback;
  });

  useEffect(() => {
    if (!isActive) return;
    const handlePress = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) current.current();
    };
    document.addEventListener('pointerdown', handlePress);
    return () => document.removeEventListener('pointerdown', handlePress);
  }, [element, isActive]);
}
