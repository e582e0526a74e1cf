import { useCallback, useSyncExternalStore } from 'react';
import type { MatrixRow } from './matrix';
import type { CellField } from './matrix-checks';
import type { MatrixStore } from './matrix-store';

/** Something of a row; drawn anew only when that very thing changes. */
export function useRowPart<Part extends keyof MatrixRow>(
  store: MatrixStore,
  key: string,
  part: Part,
): MatrixRow[Part] | undefined {
  return useOfRow(store, key, () => store.row(key)?.[part]);
}

/** What a cell says is wrong, as a key of `form`. */
export function useCellError(store: MatrixStore, key: string, field: CellField): string | undefined {
  return useOfRow(store, key, () => store.error(key, field));
}

export function useIsTicked(store: MatrixStore, key: string): boolean {
  return useOfRow(store, key, () => store.isTicked(key));
}

function useOfRow<Value>(store: MatrixStore, key: string, read: () => Value): Value {
  const subscribe = useCallback((listener: () => void) => store.onRow(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, read, read);
}
