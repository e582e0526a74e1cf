import { useEffect, useMemo } from 'react';
import { type AnyResource, type Column, uniqueListName } from '@/contract/core/define';
import type { PaginatorInfo } from '@/contract/core/paging';
import type { SavedViewState } from '@/contract/settings/saved-views';
import type { ListState, ListTab, Row } from '@/crud/types';
import { useStoredKeys } from '@/lib/hooks/use-stored-keys';
import { useLabels } from '@/lib/i18n/labels';
import { filtersIn, type useListState } from './list-state';

type ListControl = Pick<ReturnType<typeof useListState>, 'state' | 'change'>;

export type Toolbar = ReturnType<typeof useToolbar>['toolbar'];

/** Columns of a list and its tools. `query` is the list's current query. */
export function useToolbar(
  resource: AnyResource,
  { shop, tab }: { shop?: string | undefined; tab?: ListTab | undefined },
  { state, change }: ListControl,
  query: Record<string, unknown>,
) {
  const labels = useLabels(resource);
  const { columns, headings, choices, toggle, show } = useColumns(resource);
  const { page: _page, ...seen } = state;
  const toolbar = {
    search: state.search,
    searchLabel: labels.text('search'),
    resource,
    /** Their labels and options come with the tools. */
    filters: filtersIn(resource, shop).filter(
      ({ key, kind }) => kind !== 'bound' && !(tab && key in tab.query),
    ),
    values: state.filters,
    columns: choices,
    sort: { columns: headings, orderBy: state.orderBy, sortedBy: state.sortedBy, onSort: change },
    onSearch: (search: string) => change({ search }),
    /** An empty value removes a filter. */
    onFilter: (values: ListState['filters']) => change({ filters: { ...state.filters, ...values } }),
    onToggleColumn: toggle,
    /** What a file or a report of the list holds. */
    query,
    views: {
      family: uniqueListName(resource),
      shop,
      state: { ...seen, columns: columns.map(({ key }) => key) },
      onApply: ({ columns: keys, ...view }: SavedViewState) => {
        if (keys) show(keys);
        change({ tab: undefined, ...view });
      },
    },
  };
  return { columns, headings, toolbar };
}

/** Shown and optional columns; the choice is stored in this browser. */
function useColumns(resource: AnyResource) {
  const labels = useLabels(resource);
  const rest: Column<Row>[] = resource.columns.slice(1);
  const { keys, toggle, choose } = useStoredKeys(
    `gostiny-columns:${uniqueListName(resource)}`,
    rest.filter((column) => !column.hidden).map((column) => column.key),
  );
  const isOurs = (key: string) => rest.some((column) => column.key === key);
  const columns = useMemo((): Column<Row>[] => {
    const [title, ...others]: Column<Row>[] = resource.columns;
    return [...(title ? [title] : []), ...others.filter((column) => keys.includes(column.key))];
  }, [resource, keys]);
  const choices = rest.map(({ key }) => ({ key, label: labels.field(key), isShown: keys.includes(key) }));
  const headings = useMemo(
    () =>
      columns.map(({ key, kind, sort: isSortable = false, under, spare: isSpare }) => ({
        key,
        kind,
        isSortable,
        under,
        isSpare,
        label: labels.column(key),
      })),
    [columns, labels],
  );
  // Columns that exist only in the root list keep their state when a shop's list changes its own.
  const show = (shown: readonly string[]) => choose([...shown, ...keys.filter((key) => !isOurs(key))]);
  return { columns, headings, choices, toggle, show };
}

/** After the last row of the last page is deleted, the address names a missing page: goes to the last existing one. */
export function useLastPage(info: PaginatorInfo | undefined, page: number, go: (page: number) => void): void {
  const isBeyond = info !== undefined && info.total > 0 && page > info.lastPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that turned out not to exist
  useEffect(() => {
    if (isBeyond) go(info.lastPage);
  }, [isBeyond, info?.lastPage, page]);
}
