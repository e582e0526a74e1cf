import { useRouter } from 'next/router';
import type { AnyResource } from '@/contract/core/define';
import type { PaginatorInfo } from '@/contract/core/paging';
import { toSearch } from '@/contract/core/search';
import { api } from '@/lib/api/client';

/** What a list shows, as its address says (design §7). */
export interface ListState {
  page: number;
  orderBy: string;
  sortedBy: 'asc' | 'desc';
  search: string;
  filters: Record<string, string>;
}

/** Makes of a family's plain request that of a list which asks otherwise. */
export type Ask = (query: Record<string, unknown>, state: ListState) => Record<string, unknown>;

/** What a list allows its address to say. */
type ListRules = Pick<AnyResource, 'columns' | 'filters' | 'defaultSort'>;

/** Reads the address and changes it: every change but a page starts at page 1, and the browser's back undoes it. */
export function useListState(rules: ListRules, path: string) {
  const router = useRouter();
  const state = readState(rules, router.query);

  function change(changes: Partial<ListState>) {
    const query = writeState(rules, { ...state, page: 1, ...changes });
    // Typing on in the search box must not fill the history with every pause.
    const isRefinement = changes.search !== undefined && state.search !== '' && changes.search !== '';
    const go = isRefinement ? router.replace : router.push;
    void go(query ? `${path}?${query}` : path, undefined, {
      shallow: true,
      scroll: changes.page !== undefined,
    });
  }

  /** A new column starts ascending; the same one turns round. */
  function sort(orderBy: string) {
    const turns = orderBy === state.orderBy && state.sortedBy === 'asc';
    change({ orderBy, sortedBy: turns ? 'desc' : 'asc' });
  }

  return { state, change, sort };
}

/** The list request of a state (specification §7). `scope` are search pairs that the screen adds by itself. */
export function toListQuery(
  resource: Pick<AnyResource, 'search' | 'filters' | 'pageSize'>,
  state: ListState,
  scope: Record<string, unknown>,
  language: string,
): Record<string, unknown> {
  const [searchKey = 'name'] = Object.keys(resource.search);
  const pairs = (via: 'search' | 'param') =>
    resource.filters
      .filter((filter) => filter.via === via && state.filters[filter.key])
      // Related records are searched by their slug.
      .map(({ key, kind }) => [
        via === 'search' && kind === 'related' ? `${key}.slug` : key,
        state.filters[key],
      ]);
  // A filter chooses within what the screen is narrowed to.
  const search = toSearch({ [searchKey]: state.search, ...scope, ...Object.fromEntries(pairs('search')) });
  return {
    page: state.page,
    limit: resource.pageSize,
    orderBy: state.orderBy,
    sortedBy: state.sortedBy,
    searchJoin: 'and',
    language,
    ...(search && { search }),
    ...Object.fromEntries(pairs('param')),
  };
}

/** The query of one page of a family. Boxes are never retried (specification §9). */
export function listOptions<Row>(resource: AnyResource, query: Record<string, unknown>) {
  return {
    queryKey: [resource.name, 'list', query],
    queryFn: (): Promise<{ rows: Row[]; paginator: PaginatorInfo }> => api.page(resource.endpoint, query),
    // What was asked for ahead of the screen is not asked for again when the screen is there.
    staleTime: 5_000,
    meta: { silent: true },
    ...(resource.name === 'boxes' && { retry: false }),
  };
}

/** What an address says. */
export function readState(rules: ListRules, query: Record<string, string | string[] | undefined>): ListState {
  const text = (key: string) => [query[key] ?? ''].flat()[0] ?? '';
  const isSortable = rules.columns.some((column) => column.sort && column.key === text('orderBy'));
  const page = Number(text('page'));
  const filters = rules.filters
    .filter(({ key, options }) => text(key) && (options?.includes(text(key)) ?? true))
    .map(({ key }) => [key, text(key)]);
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    orderBy: isSortable ? text('orderBy') : rules.defaultSort.orderBy,
    sortedBy: isSortable ? (text('sortedBy') === 'desc' ? 'desc' : 'asc') : rules.defaultSort.sortedBy,
    search: text('search'),
    filters: Object.fromEntries(filters),
  };
}

function writeState(
  { defaultSort }: ListRules,
  { page, orderBy, sortedBy, search, filters }: ListState,
): string {
  const isDefaultSort = orderBy === defaultSort.orderBy && sortedBy === defaultSort.sortedBy;
  const params = new URLSearchParams(Object.entries(filters).filter(([, value]) => value));
  if (search) params.set('search', search);
  if (!isDefaultSort) {
    params.set('orderBy', orderBy);
    params.set('sortedBy', sortedBy);
  }
  if (page > 1) params.set('page', String(page));
  return params.toString();
}
