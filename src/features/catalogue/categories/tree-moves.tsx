import { useTranslation } from 'next-i18next/pages';
import { type RefObject, useEffect, useRef } from 'react';
import type { AnyResource } from '@/contract/core/define';
import { DropMark } from './drop-mark';
import type { Branch } from './tree';
import { useDrag } from './use-drag';
import { type Place, useMove } from './use-move';

interface TreeMovesProps {
  resource: AnyResource;
  /** What holds the rows; they stand in it in the order of the branches. */
  table: RefObject<HTMLElement | null>;
  branches: readonly Branch[];
  canMove: boolean;
  onToggle: (id: number) => void;
}

/**
 * What keys and the mouse do to the tree: arrows open, close and walk; with Alt, or by the handle, a category moves.
 * What happened is said aloud.
 */
export function TreeMoves({ resource, table, branches, canMove, onToggle }: TreeMovesProps) {
  const { t } = useTranslation('resources');
  const { move, focused, said } = useMove(resource);
  const mark = useDrag(table, branches, canMove, (branch, place) => move(branch, place, { isByHand: true }));
  const latest = useRef({ branches, canMove, onToggle, move });
  latest.current = { branches, canMove, onToggle, move };

  useEffect(() => {
    const element = table.current;
    if (!element) return;
    const forget = () => {
      focused.current = null;
    };
    const handleKey = (event: KeyboardEvent) => {
      forget();
      if (!(event.target instanceof HTMLTableRowElement) || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      const index = rowsIn(element).indexOf(event.target);
      const branch = latest.current.branches[index];
      const key = keyOf(event, element);
      if (!branch || !key) return;
      const isHandled = event.altKey
        ? latest.current.canMove && shift(key, branch)
        : walk(key, branch, index);
      if (!isHandled) return;
      event.preventDefault();
      // The table's own arrows would move the focus too.
      event.stopPropagation();
    };

    function shift(key: Key, branch: Branch): boolean {
      const place = placeFor(key, branch);
      if (place) {
        if (place.parent && !latest.current.branches.find(({ row }) => row === place.parent)?.isOpen) {
          latest.current.onToggle(place.parent.id);
        }
        latest.current.move(branch, place, { isByHand: false });
      }
      return true;
    }

    function walk(key: Key, branch: Branch, index: number): boolean {
      if (key === 'up' || key === 'down') return false;
      const isChild = latest.current.branches[index + 1]?.parent === branch.row;
      if (key === 'in' && branch.row.children_count > 0 && !branch.isOpen)
        latest.current.onToggle(branch.row.id);
      else if (key === 'in' && isChild && element) rowsIn(element)[index + 1]?.focus();
      else if (key === 'out' && branch.isOpen) latest.current.onToggle(branch.row.id);
      else if (key === 'out' && element) {
        const parent = latest.current.branches.findIndex(({ row }) => row === branch.parent);
        rowsIn(element)[parent]?.focus();
      }
      return true;
    }

    element.addEventListener('keydown', handleKey, true);
    document.addEventListener('pointerdown', forget);
    return () => {
      element.removeEventListener('keydown', handleKey, true);
      document.removeEventListener('pointerdown', forget);
    };
  }, [table, focused]);

  // A row that moved within the table has lost the focus on its way.
  useEffect(() => {
    const index = branches.findIndex(({ row }) => row.id === focused.current);
    if (index < 0 || !table.current) return;
    const row = rowsIn(table.current)[index];
    const isLost =
      document.activeElement === document.body || document.activeElement instanceof HTMLTableRowElement;
    if (isLost && document.activeElement !== row) row?.focus();
  }, [branches, focused, table]);

  return (
    <>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {canMove && (
        <p className="border-t border-line-faint px-4 py-2 text-small text-ink-second phone:hidden pointer-coarse:hidden">
          {t('resources:categories.tree.keys')}
        </p>
      )}
      {mark && <DropMark {...mark} />}
    </>
  );
}

type Key = 'up' | 'down' | 'in' | 'out';

/** What an arrow means; in and out change sides where one writes from the right. */
function keyOf({ key }: KeyboardEvent, element: HTMLElement): Key | undefined {
  const isMirrored = getComputedStyle(element).direction === 'rtl';
  if (key === 'ArrowUp') return 'up';
  if (key === 'ArrowDown') return 'down';
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  return (key === 'ArrowRight') === isMirrored ? 'out' : 'in';
}

/** Where Alt and an arrow put a category; undefined where there is no such place. */
function placeFor(key: Key, { row, parent, previous, ...branch }: Branch): Place | undefined {
  if (key === 'up') return row.position > 1 ? { parent, position: row.position - 1 } : undefined;
  if (key === 'down') return { parent, position: row.position + 1 };
  if (key === 'in') return previous ? { parent: previous } : undefined;
  return parent ? { parent: branch.grandparent, position: parent.position + 1 } : undefined;
}

function rowsIn(element: HTMLElement): HTMLTableRowElement[] {
  return [...element.querySelectorAll<HTMLTableRowElement>('tbody > tr')];
}
