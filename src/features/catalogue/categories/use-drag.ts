import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Mark } from './drop-mark';
import type { Branch, CategoryRow } from './tree';
import type { Place } from './use-move';

/** Near the window's edge the page scrolls along with what is carried. */
const edge = 72;

/** Rows carried by their handles, with a mouse, a pen or a finger; answers where the carried one would land now. */
export function useDrag(
  table: RefObject<HTMLElement | null>,
  branches: readonly Branch[],
  isEnabled: boolean,
  onDrop: (branch: Branch, place: Place) => void,
): Mark | undefined {
  const [mark, setMark] = useState<Mark>();
  const latest = useRef({ branches, onDrop });
  latest.current = { branches, onDrop };

  useEffect(() => {
    const element = table.current;
    if (!element || !isEnabled) return;
    let carried: Branch | undefined;
    let place: Place | undefined;

    const stop = () => {
      carried = undefined;
      place = undefined;
      setMark(undefined);
      document.body.classList.remove('cursor-grabbing', 'select-none');
    };
    const handleDown = (event: PointerEvent) => {
      const handle =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drag]') : null;
      if (!handle || event.button !== 0) return;
      carried = latest.current.branches.find(({ row }) => String(row.id) === handle.dataset.drag);
      event.preventDefault();
      document.body.classList.add('cursor-grabbing', 'select-none');
    };
    const handleMove = (event: PointerEvent) => {
      if (!carried) return;
      const target = landing(element, latest.current.branches, carried, event);
      place = target?.place;
      setMark(target?.mark);
      if (event.clientY < edge) window.scrollBy({ top: -12 });
      if (event.clientY > window.innerHeight - edge) window.scrollBy({ top: 12 });
    };
    const handleUp = () => {
      if (carried && place) latest.current.onDrop(carried, place);
      stop();
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && carried) stop();
    };

    element.addEventListener('pointerdown', handleDown);
    window.addEventListener('pointermove', handleMove);
    window.addEventListener('pointerup', handleUp);
    window.addEventListener('pointercancel', stop);
    window.addEventListener('keydown', handleKey);
    return () => {
      stop();
      element.removeEventListener('pointerdown', handleDown);
      window.removeEventListener('pointermove', handleMove);
      window.removeEventListener('pointerup', handleUp);
      window.removeEventListener('pointercancel', stop);
      window.removeEventListener('keydown', handleKey);
    };
  }, [table, isEnabled]);

  return mark;
}

/** What lies under the pointer: the upper quarter of a row is before it, the lower one after it, the middle is into it. */
function landing(
  element: HTMLElement,
  branches: readonly Branch[],
  carried: Branch,
  { clientX, clientY }: PointerEvent,
): { mark: Mark; place: Place } | undefined {
  const under = document.elementFromPoint(clientX, clientY)?.closest('tbody > tr');
  const rows = [...element.querySelectorAll('tbody > tr')];
  const target = under ? branches[rows.indexOf(under)] : undefined;
  if (!under || !target || isInside(branches, target, carried.row)) return undefined;
  const { left, top, width, height } = under.getBoundingClientRect();
  const share = (clientY - top) / height;
  const kind = share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'into';
  const mark = { kind, box: { left, top, width, height } } as const;
  if (kind === 'into') return { mark, place: { parent: target.row } };
  // Taken out of the same line first, what is behind it moves up by one.
  const isBehind = target.parent === carried.parent && carried.row.position < target.row.position;
  const position = target.row.position + (kind === 'after' ? 1 : 0) - (isBehind ? 1 : 0);
  return { mark, place: { parent: target.parent, position } };
}

/** Whether a row is the carried one or stands somewhere below it. */
function isInside(branches: readonly Branch[], target: Branch, carried: CategoryRow): boolean {
  for (let at: Branch | undefined = target; at; ) {
    if (at.row.id === carried.id) return true;
    const { parent }: Branch = at;
    at = parent ? branches.find(({ row }) => row === parent) : undefined;
  }
  return false;
}
