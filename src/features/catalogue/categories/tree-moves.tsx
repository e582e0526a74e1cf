import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AnyResource } from '@/contract/core/define';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';
import type { Branch, CategoryRow } from './tree';

interface TreeMovesProps {
  resource: AnyResource;
  /** Contains the table rows, in the order of `branches`. */
  table: RefObject<HTMLElement | null>;
  branches: readonly Branch[];
  canMove: boolean;
  onToggle: (id: number) => void;
}

/**
 * Keyboard and drag-and-drop of the tree: arrows expand, collapse and navigate; with Alt, or by the handle, a
 * category moves. Every move is announced to screen readers.
 */
export function TreeMoves({ resource, table, branches, canMove, onToggle }: TreeMovesProps) {
  const { t } = useTranslation('catalogue');
  const { move, focused, announcement } = useMove(resource);
  const mark = useDrag(table, branches, canMove, (branch, place) => move(branch, place, { isByHand: true }));
  useTreeKeys({ table, focused, tree: { branches, canMove, onToggle, move } });

  // React re-inserts a moved row, which loses its focus.
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
        {announcement}
      </p>
      {canMove && (
        <p className="border-t border-line-faint px-4 py-2 text-small text-ink-second phone:hidden pointer-coarse:hidden">
          {t('catalogue:categories.tree.keys')}
        </p>
      )}
      {mark && <DropMark {...mark} />}
    </>
  );
}

interface KeyedTree extends Pick<TreeMovesProps, 'branches' | 'canMove' | 'onToggle'> {
  move: ReturnType<typeof useMove>['move'];
}

interface TreeKeysOptions {
  table: TreeMovesProps['table'];
  focused: ReturnType<typeof useMove>['focused'];
  tree: KeyedTree;
}

function useTreeKeys({ table, focused, tree }: TreeKeysOptions): void {
  const latest = useRef(tree);
  latest.current = tree;

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
      const key = arrowDirection(event, element);
      if (!branch || !key) return;
      const isHandled = event.altKey
        ? latest.current.canMove && shift(latest.current, key, branch)
        : walk(latest.current, element, key, index);
      if (!isHandled) return;
      event.preventDefault();
      // Otherwise the table's arrow keys would move the focus as well.
      event.stopPropagation();
    };
    element.addEventListener('keydown', handleKey, true);
    document.addEventListener('pointerdown', forget);
    return () => {
      element.removeEventListener('keydown', handleKey, true);
      document.removeEventListener('pointerdown', forget);
    };
  }, [table, focused]);
}

/** Alt and an arrow: moves the branch. */
function shift(tree: KeyedTree, key: Direction, branch: Branch): boolean {
  const place = keyboardTarget(key, branch);
  if (place) {
    if (place.parent && !tree.branches.find(({ row }) => row === place.parent)?.isOpen) {
      tree.onToggle(place.parent.id);
    }
    tree.move(branch, place, { isByHand: false });
  }
  return true;
}

/** An arrow: expands, collapses or moves the focus. */
function walk(tree: KeyedTree, element: HTMLElement, key: Direction, index: number): boolean {
  const branch = tree.branches[index];
  if (!branch || key === 'up' || key === 'down') return false;
  const isChild = tree.branches[index + 1]?.parent === branch.row;
  if (key === 'in' && branch.row.children_count > 0 && !branch.isOpen) tree.onToggle(branch.row.id);
  else if (key === 'in' && isChild) rowsIn(element)[index + 1]?.focus();
  else if (key === 'out' && branch.isOpen) tree.onToggle(branch.row.id);
  else if (key === 'out') {
    const parent = tree.branches.findIndex(({ row }) => row === branch.parent);
    rowsIn(element)[parent]?.focus();
  }
  return true;
}

type Direction = 'up' | 'down' | 'in' | 'out';

/** Direction of an arrow key; `in` and `out` are mirrored in right-to-left layouts. */
function arrowDirection({ key }: KeyboardEvent, element: HTMLElement): Direction | undefined {
  const isMirrored = getComputedStyle(element).direction === 'rtl';
  if (key === 'ArrowUp') return 'up';
  if (key === 'ArrowDown') return 'down';
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  return (key === 'ArrowRight') === isMirrored ? 'out' : 'in';
}

/** Target place of Alt and an arrow; undefined when there is none. */
function keyboardTarget(
  key: Direction,
  { row, parent, previous, ...branch }: Branch,
): MoveTarget | undefined {
  if (key === 'up') return row.position > 1 ? { parent, position: row.position - 1 } : undefined;
  if (key === 'down') return { parent, position: row.position + 1 };
  if (key === 'in') return previous ? { parent: previous } : undefined;
  return parent ? { parent: branch.grandparent, position: parent.position + 1 } : undefined;
}

function rowsIn(element: HTMLElement): HTMLTableRowElement[] {
  return [...element.querySelectorAll<HTMLTableRowElement>('tbody > tr')];
}

/** Distance from the window's edge in pixels within which a drag scrolls the page. */
const edge = 72;

/** Drag-and-drop of rows by mouse, pen or touch; returns the current drop mark. */
function useDrag(
  table: RefObject<HTMLElement | null>,
  branches: readonly Branch[],
  isEnabled: boolean,
  onDrop: (branch: Branch, place: MoveTarget) => void,
): DropMarkProps | undefined {
  const [mark, setMark] = useState<DropMarkProps>();
  const latest = useRef({ branches, onDrop });
  latest.current = { branches, onDrop };

  useEffect(() => {
    const element = table.current;
    if (!element || !isEnabled) return;
    let dragged: Branch | undefined;
    let place: MoveTarget | undefined;

    const stop = () => {
      dragged = undefined;
      place = undefined;
      setMark(undefined);
      document.body.classList.remove('cursor-grabbing', 'select-none');
    };
    const handleDown = (event: PointerEvent) => {
      const handle =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drag]') : null;
      if (!handle || event.button !== 0) return;
      dragged = latest.current.branches.find(({ row }) => String(row.id) === handle.dataset.drag);
      event.preventDefault();
      document.body.classList.add('cursor-grabbing', 'select-none');
    };
    const handleMove = (event: PointerEvent) => {
      if (!dragged) return;
      const target = dropTarget(element, latest.current.branches, dragged, event);
      place = target?.place;
      setMark(target?.mark);
      if (event.clientY < edge) window.scrollBy({ top: -12 });
      if (event.clientY > window.innerHeight - edge) window.scrollBy({ top: 12 });
    };
    const handleUp = () => {
      if (dragged && place) latest.current.onDrop(dragged, place);
      stop();
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && dragged) stop();
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

/**
 * Drop target under the pointer: the upper quarter of a row means before it, the lower after it, the middle into
 * it.
 */
function dropTarget(
  element: HTMLElement,
  branches: readonly Branch[],
  dragged: Branch,
  { clientX, clientY }: PointerEvent,
): { mark: DropMarkProps; place: MoveTarget } | undefined {
  const under = document.elementFromPoint(clientX, clientY)?.closest('tbody > tr');
  const rows = [...element.querySelectorAll('tbody > tr')];
  const target = under ? branches[rows.indexOf(under)] : undefined;
  if (!under || !target || isSelfOrDescendant(branches, target, dragged.row)) return undefined;
  const { left, top, width, height } = under.getBoundingClientRect();
  const share = (clientY - top) / height;
  const kind = share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'into';
  const mark = { kind, box: { left, top, width, height } } as const;
  if (kind === 'into') return { mark, place: { parent: target.row } };
  // Removing a row from the same parent shifts its later siblings by one.
  const isBehind = target.parent === dragged.parent && dragged.row.position < target.row.position;
  const position = target.row.position + (kind === 'after' ? 1 : 0) - (isBehind ? 1 : 0);
  return { mark, place: { parent: target.parent, position } };
}

function isSelfOrDescendant(branches: readonly Branch[], target: Branch, dragged: CategoryRow): boolean {
  for (let at: Branch | undefined = target; at; ) {
    if (at.row.id === dragged.id) return true;
    const { parent }: Branch = at;
    at = parent ? branches.find(({ row }) => row === parent) : undefined;
  }
  return false;
}

/** Target of a move: a parent (null for the top level) and a position from 1, or the end when it is absent. */
interface MoveTarget {
  parent: CategoryRow | null;
  position?: number;
}

interface MoveRequest {
  id: number;
  parent: number | null;
  position?: number | undefined;
}

/** Moves categories one at a time, announces the result, and offers undo for drag-and-drop. */
function useMove(resource: AnyResource) {
  const client = useQueryClient();
  const { t } = useTranslation(['catalogue', 'common']);
  const [announcement, setAnnouncement] = useState('');
  /** Category moved by keyboard: it keeps the focus. */
  const focused = useRef<number | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, ...place }: MoveRequest) => api.post(`categories/${id}/move`, place),
    // Reload after a success as well as after a failure.
    onSettled: () => client.invalidateQueries({ queryKey: [resource.name] }),
    onError: (reason) => {
      const error = toClientError(reason);
      const text = 'parent' in error.fields ? t('catalogue:categories.tree.refused') : errorText(t, error);
      setAnnouncement(text);
      showToast('error', text, error.requestId === undefined ? {} : { requestId: error.requestId });
    },
    meta: { silent: true },
  });

  function move(
    { row }: Branch,
    { parent, position }: MoveTarget,
    { isByHand }: { isByHand: boolean },
  ): void {
    if (isPending) return;
    focused.current = isByHand ? null : row.id;
    const { id, name } = row;
    const place = { parent: parent?.id ?? null, ...(position !== undefined && { position }) };
    mutate(
      { id, ...place },
      {
        onSuccess: (moved) => {
          const where = parent
            ? t('catalogue:categories.tree.to-parent', { name: parent.name })
            : t('catalogue:categories.tree.to-root');
          const text = t('catalogue:categories.tree.moved', {
            name,
            position: moved.position,
            parent: where,
          });
          setAnnouncement(text);
          if (!isByHand) return;
          const before = { id, parent: row.parent_id, position: row.position };
          const action = { label: t('common:button-undo'), onClick: () => mutate(before) };
          showToast('success', text, { action });
        },
      },
    );
  }

  return { move, announcement, focused };
}

/** Drop indicator over the table: a line between rows, or a frame around the new parent. */
interface DropMarkProps {
  kind: 'before' | 'after' | 'into';
  /** Bounds of the row, relative to the window. */
  box: { left: number; top: number; width: number; height: number };
}

function DropMark({ kind, box: { left, top, width, height } }: DropMarkProps) {
  const edge = kind === 'before' ? top : top + height;
  const style = kind === 'into' ? { left, top, width, height } : { left, top: edge - 1.5, width, height: 3 };
  return (
    <div
      aria-hidden="true"
      style={style}
      className={`pointer-events-none fixed z-40 rounded-control ${
        kind === 'into' ? 'border-2 border-accent bg-accent/10' : 'bg-accent'
      }`}
    />
  );
}
