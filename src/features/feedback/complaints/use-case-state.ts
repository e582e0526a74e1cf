import { useRouter } from 'next/router';
import { reportedTypes, reportStates } from '@/contract/feedback/abusive-reports/schema';

/** Moderation filters from the URL. */
export interface CaseState {
  state: string;
  type: string;
  page: number;
  /** Key of the open case; empty before a selection. */
  at: string;
}

const path = '/abusive_reports';

/** Reads and changes the URL; a new filter starts at page one without a selection. */
export function useCaseState() {
  const router = useRouter();
  const text = (key: string) => [router.query[key] ?? ''].flat()[0] ?? '';
  const one = (key: string, known: readonly string[], otherwise: string) =>
    known.includes(text(key)) ? text(key) : otherwise;
  const state: CaseState = {
    state: one('state', reportStates, 'open'),
    type: one('type', reportedTypes, ''),
    page: /^[1-9]\d{0,8}$/.test(text('page')) ? Number(text('page')) : 1,
    at: text('at'),
  };

  const hrefOf = (changes: Partial<CaseState>) => {
    const next = { ...state, at: '', ...('at' in changes ? {} : { page: 1 }), ...changes };
    const params = new URLSearchParams();
    if (next.state !== 'open') params.set('state', next.state);
    if (next.type) params.set('type', next.type);
    if (next.page > 1) params.set('page', String(next.page));
    if (next.at) params.set('at', next.at);
    return params.size > 0 ? `${path}?${params}` : path;
  };

  /** Replaces the history entry, so that browsing cases does not fill it. */
  function change(changes: Partial<CaseState>) {
    const go = changes.at && state.at ? router.replace : router.push;
    void go(hrefOf(changes), undefined, { shallow: true, scroll: changes.page !== undefined });
  }

  return { state, change, hrefOf, isReady: router.isReady };
}
