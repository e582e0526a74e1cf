import { useRouter } from 'next/router';

export const reviewStates = ['waiting', 'approved', 'rejected', 'withdrawn'] as const;
export const reviewKinds = ['product', 'change'] as const;

/** State of the queue in the URL. */
export interface QueueState {
  state: string;
  kind: string;
  shop_id: string;
  page: number;
  /** The open submission; undefined until one is chosen. */
  id: number | undefined;
}

/** Reads and writes the URL; a change of filters resets the page and the open submission. */
export function useQueueState(path: string, firstState: 'waiting' | '') {
  const router = useRouter();
  const text = (key: string) => [router.query[key] ?? ''].flat()[0] ?? '';
  const number = (key: string) => (/^[1-9]\d{0,8}$/.test(text(key)) ? Number(text(key)) : undefined);
  const one = (key: string, known: readonly string[], otherwise: string) =>
    known.includes(text(key)) ? text(key) : otherwise;
  const state: QueueState = {
    state: one('state', reviewStates, firstState),
    kind: one('kind', reviewKinds, ''),
    shop_id: String(number('shop_id') ?? ''),
    page: number('page') ?? 1,
    id: number('id'),
  };

  const hrefOf = (changes: Partial<QueueState>) => {
    const next = { ...state, id: undefined, ...('id' in changes ? {} : { page: 1 }), ...changes };
    const params = new URLSearchParams();
    if (next.state !== firstState) params.set('state', next.state);
    for (const key of ['kind', 'shop_id'] as const) if (next[key]) params.set(key, next[key]);
    if (next.page > 1) params.set('page', String(next.page));
    if (next.id !== undefined) params.set('id', String(next.id));
    return params.size > 0 ? `${path}?${params}` : path;
  };

  /** Moving between submissions replaces the history entry. */
  function change(changes: Partial<QueueState>) {
    const go =
      'id' in changes && state.id !== undefined && changes.id !== undefined ? router.replace : router.push;
    void go(hrefOf(changes), undefined, { shallow: true, scroll: changes.page !== undefined });
  }

  return { state, change, hrefOf, isReady: router.isReady };
}
