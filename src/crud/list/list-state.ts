import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import type { AnyResource, Filter } from '@/contract/core/define';
import { toSearch } from '@/contract/core/search';
import { listRequest } from '@/crud/list/list-request';
import type { JsonRecord, ListState, ListTab, Row } from '@/crud/types';
import { apiAs, type Rows } from '@/lib/api/client';

/** The part of a declaration that limits what an address may contain. */
type ListRules = Pick<AnyResource, 'columns' | 'filters' | 'defaultSort'>;

/** A list of one shop has the shop in its address, and fewer filters. */
interface ListPlace {
  shop?: string | undefined;
  tabs?: readonly ListTab[] | undefined;
}

/** Filters of a list; a shop's list has none that its scope already decides. */
export function filtersIn(rules: Pick<ListRules, 'filters'>, shop: string | undefined): Filter[] {
  return shop === undefined
    ? rules.filters
    : rules.filters.filter(({ via, inShop }) => via === 'param' || inShop);
}

/**
 * Reads and writes the list state in the address: every change except the page resets to page 1; the back button undoes
 * it.
 */
export function useListState(rules: ListRules, path: string, { shop, tabs }: ListPlace = {}) {
  const router = useRouter();
  const read = readState(rules, router.query, shop);
  const tab = tabs?.find(({ key }) => key === router.query.tab) ?? tabs?.[0];
  const state: ListState = { ...read, tab: tab === tabs?.[0] ? undefined : tab?.key };

  function hrefOf(changes: Partial<ListState>): string {
    const query = writeState(rules, { ...state, page: 1, ...changes });
    return query ? `${path}?${query}` : path;
  }

  function change(changes: Partial<ListState>) {
    // Typing replaces the history entry instead of adding one per pause.
    const isRefinement = changes.search !== undefined && state.search !== '' && changes.search !== '';
    const go = isRefinement ? router.replace : router.push;
    void go(hrefOf(changes), undefined, {
      shallow: true,
      scroll: changes.page !== undefined,
    });
  }

  /** A new column sorts ascending; the same column toggles. */
  function sort(orderBy: string) {
    const turns = orderBy === state.orderBy && state.sortedBy === 'asc';
    change({ orderBy, sortedBy: turns ? 'desc' : 'asc' });
  }

  return { state, tab, hrefOf, change, sort };
}

/** API query of a list state. `scope` are search pairs added by the screen. */
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
      // Related records are matched by slug.
      .map(({ key, kind }) => [
        via === 'search' && kind === 'related' ? `${key}.slug` : key,
        state.filters[key],
      ]);
  // Filters come last: they narrow the screen's scope.
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

/** Query options of one page. Boxes are never retried (specification §9). */
export function listOptions<Row>(resource: AnyResource, query: Record<string, unknown>) {
  return {
    queryKey: [resource.name, 'list', query],
    queryFn: async (): Promise<Rows<Row>> => apiAs.page(...(await listRequest(resource, query))),
    // A prefetched page is not requested again when the screen mounts.
    staleTime: 5_000,
    ...(resource.name === 'boxes' && { retry: false }),
  };
}

/** Parses the state from an address; unknown values fall back to defaults. */
export function readState(
  rules: ListRules,
  query: Record<string, string | string[] | undefined>,
  shop?: string,
): ListState {
  const text = (key: string) => [query[key] ?? ''].flat()[0] ?? '';
  const isSortable = rules.columns.some((column) => column.sort && column.key === text('orderBy'));
  const page = Number(text('page'));
  const filters = filtersIn(rules, shop)
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
  { page, orderBy, sortedBy, search, filters, tab }: ListState,
): string {
  const isDefaultSort = orderBy === defaultSort.orderBy && sortedBy === defaultSort.sortedBy;
  const params = new URLSearchParams(Object.entries(filters).filter(([, value]) => value));
  if (tab) params.set('tab', tab);
  if (search) params.set('search', search);
  if (!isDefaultSort) {
    params.set('orderBy', orderBy);
    params.set('sortedBy', sortedBy);
  }
  if (page > 1) params.set('page', String(page));
  return params.toString();
}

/** One page of a family; keeps the previous page while the next one loads. */
export function useList(resource: AnyResource, query: JsonRecord, isEnabled = true) {
  const options = listOptions<Row>(resource, query);
  return useQuery({ ...options, enabled: isEnabled, placeholderData: keepPreviousData });
}
