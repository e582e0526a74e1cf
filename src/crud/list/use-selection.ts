import { useState } from 'react';

interface State {
  /** What the list showed when rows were ticked: another search or filter drops them, another page does not. */
  scope: string;
  ids: ReadonlySet<number>;
  isAll: boolean;
}

const none: ReadonlySet<number> = new Set();

/** Rows that are ticked in a list, over all its pages (look.md); `isAll` means everything that the list's filter matches. */
export function useSelection(scope: string) {
  const [state, setState] = useState<State>({ scope, ids: none, isAll: false });
  const { ids, isAll } = state.scope === scope ? state : { ids: none, isAll: false };
  const set = (next: ReadonlySet<number>, all = false) => setState({ scope, ids: next, isAll: all });
  const has = (id: number) => isAll || ids.has(id);

  return {
    ids,
    isAll,
    isEmpty: !isAll && ids.size === 0,
    has,
    /** Ticks rows that are not, or takes the ticks away; of "everything" only what is on the page is left then. */
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
