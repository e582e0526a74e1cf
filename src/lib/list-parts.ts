import { useEffect } from 'react';
import type { AnyResource, Column, Filter } from '@/contract/define';
import type { PaginatorInfo } from '@/contract/paging';
import { useLabels } from './labels';
import type { ListState } from './list-state';
import { useRememberedKeys } from './remembered';

/** Columns that a list shows, and those that may be hidden; this browser remembers which. */
export function useColumns<Row>(resource: AnyResource) {
  const labels = useLabels(resource);
  const [first, ...rest]: Column<Row>[] = resource.columns;
  const { keys, toggle } = useRememberedKeys(
    `gostiny-columns:${resource.name}`,
    rest.filter((column) => !column.hidden).map((column) => column.key),
  );
  const columns = [...(first ? [first] : []), ...rest.filter((column) => keys.includes(column.key))];
  const choices = rest.map(({ key }) => ({ key, label: labels.field(key), isShown: keys.includes(key) }));
  const headings = columns.map(({ key, kind, sort: isSortable = false }) => ({
    key,
    label: labels.column(key),
    kind,
    isSortable,
  }));
  return { columns, headings, choices, toggle };
}

/** Filters of a list with their words and values. In a shop's twin the rows are that shop's already: choosing their kind would say nothing. */
export function useFilters(resource: AnyResource, shop: string | undefined, values: ListState['filters']) {
  const labels = useLabels(resource);
  const optionsOf = ({ kind, options = [], key }: Filter) =>
    (kind === 'switch' ? ['true', 'false'] : options).map((value) => ({
      value,
      label: labels.option(key, value),
    }));
  return resource.filters
    .filter((filter) => shop === undefined || filter.via === 'param')
    .map((filter) => ({
      key: filter.key,
      label: labels.field(filter.key),
      value: values[filter.key],
      options: optionsOf(filter),
      relation: filter.relation,
      byId: filter.via === 'param',
    }));
}

/** Saves what a list's query matches as CSV, with the columns that are shown; the code for it comes when it is asked for. */
export async function saveList(
  resource: AnyResource,
  query: Record<string, unknown>,
  columns: readonly { key: string }[],
): Promise<void> {
  const { exportList } = await import('./list-export');
  return exportList(
    resource,
    query,
    columns.map(({ key }) => key),
  );
}

/** Deleting the last row of the last page leaves an address of a page that no longer exists: goes to the last that does. */
export function useLastPage(info: PaginatorInfo | undefined, page: number, go: (page: number) => void): void {
  const isBeyond = info !== undefined && info.total > 0 && page > info.lastPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that turned out not to exist
  useEffect(() => {
    if (isBeyond) go(info.lastPage);
  }, [isBeyond, info?.lastPage, page]);
}
