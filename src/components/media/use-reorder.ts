import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { focusUnlessTyping } from '@/lib/focus';

/**
 * Reorders items by dragging a handle with mouse, pen or finger, or by arrow keys on it. Items are the first children of
 * the element with `list`; `move` is called during the drag.
 */
export function useReorder(count: number, move: (from: number, to: number) => void) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const latest = useRef(move);
  latest.current = move;
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);

  function start(index: number, { button, pointerId }: PointerEvent) {
    if (button !== 0) return;
    let at = index;
    setDragged(index);
    // On the window, because the handle itself moves during the drag.
    const follow = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      const goal = indexAt(list.current, count, event.clientX, event.clientY);
      if (goal === undefined || goal === at) return;
      latest.current(at, goal);
      at = goal;
      setDragged(goal);
    };
    const stop = () => {
      setDragged(undefined);
      end.current = undefined;
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
    };
    end.current?.();
    end.current = stop;
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
  }

  function handleKey(index: number, event: KeyboardEvent<HTMLElement>) {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const steps: Record<string, number> = {
      ArrowLeft: isRtl ? 1 : -1,
      ArrowRight: isRtl ? -1 : 1,
      ArrowUp: -1,
      ArrowDown: 1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const goal = index + step;
    if (goal < 0 || goal >= count) return;
    const { currentTarget } = event;
    move(index, goal);
    // A moved element loses the focus.
    focusUnlessTyping(() => currentTarget);
  }

  return {
    list,
    /** Index of the dragged item. */
    dragged,
    handle: (index: number) => ({
      onPointerDown: (event: PointerEvent) => start(index, event),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => handleKey(index, event),
    }),
  };
}

function indexAt(list: Element | null, count: number, x: number, y: number): number | undefined {
  const index = [...(list?.children ?? [])].slice(0, count).findIndex((child) => {
    const { left, right, top, bottom } = child.getBoundingClientRect();
    return left <= x && x <= right && top <= y && y <= bottom;
  });
  return index < 0 ? undefined : index;
}
