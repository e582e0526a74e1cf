import { useState } from 'react';

interface SelectionState {
  /** Query of the list when rows were ticked: another search or filter clears the selection, another page does not. */
  scope: string;
  ids: ReadonlySet<number>;
  isAll: boolean;
}

const none: ReadonlySet<number> = new Set();

/** Ticked rows of a list across its pages; `isAll` means all rows that match the query. */
export function useSelection(scope: string) {
  const [state, setState] = useState<SelectionState>({ scope, ids: none, isAll: false });
  const { ids, isAll } = state.scope === scope ? state : { ids: none, isAll: false };
  const set = (next: ReadonlySet<number>, all = false) => setState({ scope, ids: next, isAll: all });
  const has = (id: number) => isAll || ids.has(id);

  return {
    ids,
    isAll,
    isEmpty: !isAll && ids.size === 0,
    has,
    /** Ticks or unticks rows. Unticking one of "all" keeps only the current page ticked. */
    mark(rows: readonly number[], isTicked: boolean, page: readonly number[]) {
      const next = new Set(isAll ? page : ids);
      for (const id of rows) {
        if (isTicked) next.add(id);
        else next.delete(id);
      }
      set(next);
    },
    takeAll: () => set(none, true),
    clear: () => set(none),
  };
}

export type Selection = ReturnType<typeof useSelection>;
