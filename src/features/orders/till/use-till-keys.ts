import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { keyOfGood } from '@/state/till-receipt';
import type { Counter, Till } from './use-till';

/** Shortcuts that work wherever the focus is; letters go to the search field. */
export function useTillKeys(
  till: Till,
  search: RefObject<HTMLInputElement | null>,
  cash: RefObject<HTMLInputElement | null>,
): void {
  const latest = useRef(till);
  latest.current = till;

  useEffect(() => {
    const act = (key: string): boolean => {
      const { form, openForm, pay, pane, togglePane, closePane } = latest.current;
      if (key === 'F7' || key === 'F6') {
        togglePane(key === 'F7' ? 'shift' : 'return');
        return true;
      }
      if (pane) {
        if (key === 'Escape') closePane();
        return key === 'Escape';
      }
      if (key === 'F2') openForm(form === 'customer' ? undefined : 'customer');
      else if (key === 'F4') openForm(form === 'reduction' ? undefined : 'reduction');
      else if (key === 'F8') {
        // Rendered synchronously: the digits typed next belong to this field.
        flushSync(() => pay('CASH'));
        cash.current?.focus();
        cash.current?.select();
      } else if (key === 'F9') {
        pay('SBP');
        search.current?.focus();
      } else if (key === 'F10') {
        pay('CARD');
        search.current?.focus();
      } else return false;
      return true;
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (act(event.key)) return event.preventDefault();
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (latest.current.pane || target?.closest('input, textarea, select, dialog')) return;
      // A scanner types wherever the focus is, and ends with Enter.
      if (event.key.length === 1 && event.key !== ' ') search.current?.focus();
      if (event.key === 'Enter' && !target?.closest('button, a')) latest.current.enter();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [search, cash]);
}

/** Changes the current line's quantity by keys in the empty search field; true when the key was handled. */
export function editCurrent(till: Counter, key: string): boolean {
  const line = till.view.lines.find((one) => keyOfGood(one) === till.receipt.current);
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    till.move(key === 'ArrowUp' ? -1 : 1);
    return true;
  }
  if (!line || till.receipt.waiting !== null) return false;
  if (key === '+' || key === '=') {
    till.add(line);
    return true;
  }
  if (key === '-' || key === 'Delete') {
    till.setQuantity(line.key, key === 'Delete' ? 0 : line.quantity - 1);
    return true;
  }
  return false;
}
