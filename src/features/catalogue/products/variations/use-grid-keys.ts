import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { parsePastedCells, pasteCells, type TypedField } from './fill';
import type { MatrixStore } from './matrix-store';

interface GridKeysOptions {
  store: MatrixStore;
  grid: RefObject<HTMLElement | null>;
  /** Visible columns in their order. */
  fields: readonly TypedField[];
  /** Scrolls a row into view. */
  reveal: (index: number) => void;
  onPasted: (rows: number) => void;
}

interface CellPosition {
  key: string;
  field: TypedField;
  index: number;
  input: HTMLInputElement;
}

const pageRows = 10;

/**
 * Spreadsheet navigation: arrows, Enter, Page Up and Down, Ctrl with Home and End; Escape restores the cell,
 * pasted cells fill down and to the right.
 */
export function useGridKeys(options: GridKeysOptions) {
  const { store, grid, fields, reveal, onPasted } = options;
  const wanted = useRef<string>(undefined);
  const before = useRef('');

  // A distant row is mounted only after the grid has scrolled.
  useLayoutEffect(() => {
    if (wanted.current !== undefined && focusElement(grid.current, wanted.current))
      wanted.current = undefined;
  });

  function goTo(index: number, field: string): void {
    const key = store.shape().shown[index];
    if (key === undefined) return;
    reveal(index);
    const selector = `[data-cell="${key}:${field}"]`;
    wanted.current = focusElement(grid.current, selector) ? undefined : selector;
  }

  function handleKey(event: KeyboardEvent): void {
    const place = cellAt(event.target, options);
    if (!place || event.nativeEvent.isComposing || event.altKey) return;
    if (event.key === 'Escape') {
      store.edit(place.key, { [place.field]: before.current });
      return;
    }
    const target = navigationTarget(event, place, options);
    if (!target) return;
    event.preventDefault();
    goTo(target.index, target.field);
  }

  function handlePaste(event: ClipboardEvent): void {
    const place = cellAt(event.target, options);
    const cells = parsePastedCells(event.clipboardData.getData('text/plain'));
    if (!place || !cells) return;
    event.preventDefault();
    const keys = store.shape().shown.slice(place.index, place.index + cells.length);
    const from = fields.indexOf(place.field);
    store.fill(keys, (row, line) => pasteCells(row, fields, from, cells[line] ?? []));
    onPasted(keys.length);
  }

  function handleFocus(event: FocusEvent): void {
    const place = cellAt(event.target, options);
    if (place) before.current = place.input.value;
  }

  function handleBlur(event: FocusEvent): void {
    const place = cellAt(event.target, options);
    if (place) store.touch(place.key, place.field);
  }

  return {
    goTo,
    /** Focuses the element of a selector now or once it is mounted. */
    focusLater: (selector: string) => {
      wanted.current = selector;
    },
    handlers: {
      onKeyDown: handleKey,
      onPaste: handlePaste,
      onFocus: handleFocus,
      onBlur: handleBlur,
    },
  };
}

function cellAt(target: EventTarget, { store, fields }: GridKeysOptions): CellPosition | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const [key, name] = (target.dataset.cell ?? '').split(':');
  const field = fields.find((one) => one === name);
  if (key === undefined || field === undefined) return undefined;
  return { key, field, index: store.shape().shown.indexOf(key), input: target };
}

function navigationTarget(
  event: KeyboardEvent,
  { index, field, input }: CellPosition,
  { store, fields }: GridKeysOptions,
) {
  const last = store.shape().shown.length - 1;
  if (event.ctrlKey || event.metaKey) {
    if (event.key === 'Home') return { index: 0, field };
    return event.key === 'End' ? { index: last, field } : undefined;
  }
  const down: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    Enter: event.shiftKey ? -1 : 1,
    PageDown: pageRows,
    PageUp: -pageRows,
  };
  const step = down[event.key];
  if (step !== undefined) return { index: Math.max(0, Math.min(last, index + step)), field };
  const side = horizontalStep(event, input);
  const other = side && fields[fields.indexOf(field) + side];
  return other ? { index, field: other } : undefined;
}

function focusElement(root: HTMLElement | null, selector: string): boolean {
  const found = root?.querySelector<HTMLElement>(selector);
  if (!found) return false;
  found.focus({ preventScroll: true });
  if (found instanceof HTMLInputElement) found.select();
  return true;
}

/** Next or previous column, when the caret is at that edge of the text or all text is selected. */
function horizontalStep(event: KeyboardEvent, input: HTMLInputElement): 1 | -1 | undefined {
  if (event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return undefined;
  const { selectionStart: start, selectionEnd: end, value } = input;
  const isWhole = start === 0 && end === value.length;
  const isRight = event.key === 'ArrowRight';
  // The caret follows the direction of the text, the columns that of the page.
  const isAtEdge = isWhole || (start === end && start === (isRight ? value.length : 0));
  if (!isAtEdge) return undefined;
  const isOn = isRight === (getComputedStyle(input.ownerDocument.documentElement).direction !== 'rtl');
  return isOn ? 1 : -1;
}
