import { useRouter } from 'next/router';

/** What the address of a queue may contain. */
export interface QueueRules {
  path: string;
  states: readonly string[];
  /** Shown without a choice. */
  firstState: string;
  /** Values of each further filter: a list of them, or ids. */
  filters?: Record<string, readonly string[] | 'id'>;
  /** The open item: its parameter, and what is a key. */
  item?: { param: string; isKey: (text: string) => boolean };
}

interface QueueState {
  state: string;
  /** Those that are on. */
  filters: Record<string, string>;
  page: number;
  /** Key of the open item; empty before one is chosen. */
  item: string;
}

export type QueueControl = ReturnType<typeof useQueueState>;

export const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text);

/** Reads and writes the address of a queue; a change of filters resets the page and the open item. */
export function useQueueState({ path, states, firstState, filters = {}, item }: QueueRules) {
  const router = useRouter();
  const text = (key: string) => [router.query[key] ?? ''].flat()[0] ?? '';
  const isOn = ([key, known]: [string, readonly string[] | 'id']) =>
    known === 'id' ? isId(text(key)) : known.includes(text(key));
  const state: QueueState = {
    state: states.includes(text('state')) ? text('state') : firstState,
    filters: Object.fromEntries(
      Object.entries(filters)
        .filter(isOn)
        .map(([key]) => [key, text(key)]),
    ),
    page: isId(text('page')) ? Number(text('page')) : 1,
    item: item?.isKey(text(item.param)) ? text(item.param) : '',
  };

  const hrefOf = (changes: Partial<QueueState>) => {
    const next = { ...state, item: '', ...('item' in changes ? {} : { page: 1 }), ...changes };
    const params = new URLSearchParams();
    if (next.state !== firstState) params.set('state', next.state);
    for (const [key, value] of Object.entries(next.filters)) if (value) params.set(key, value);
    if (next.page > 1) params.set('page', String(next.page));
    if (item && next.item) params.set(item.param, next.item);
    return params.size > 0 ? `${path}?${params}` : path;
  };

  /** Moving between items replaces the history entry, so that browsing them does not fill it. */
  function change(changes: Partial<QueueState>) {
    const go = changes.item && state.item ? router.replace : router.push;
    void go(hrefOf(changes), undefined, { shallow: true, scroll: changes.page !== undefined });
  }

  return {
    state,
    change,
    hrefOf,
    states,
    firstState,
    onFilter: (key: string, value = '') => change({ filters: { ...state.filters, [key]: value } }),
    isReady: router.isReady,
  };
}
