import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { AnyResource } from '@/contract/core/define';
import type { Row } from '@/crud/types';
import { api } from '@/lib/api/client';

/** Row of the category tree (contract/categories). */
export interface CategoryRow extends Row {
  name: string;
  parent_id: number | null;
  position: number;
  children_count: number;
  products_count: number;
  ancestors: readonly { name: string }[];
}

/** Visible line of the tree. */
export interface Branch {
  row: CategoryRow;
  /** Depth; 0 for a root. */
  level: number;
  parent: CategoryRow | null;
  grandparent: CategoryRow | null;
  /** Previous sibling. */
  previous: CategoryRow | null;
  isOpen: boolean;
  /** Loading the children failed. */
  isFailed: boolean;
}

/** Limit on the pages of children loaded for one category. */
const maxPages = 10;

/** Visible lines below the given rows; loads all children of an expanded category when it is first shown. */
export function useTree(
  resource: AnyResource,
  roots: readonly CategoryRow[],
  open: readonly string[],
  query: Record<string, unknown>,
): Branch[] {
  const client = useQueryClient();
  const wanted: number[] = [];
  const optionsOf = (parent: number) => ({
    queryKey: [resource.name, 'list', { ...query, parent }],
    queryFn: () => fetchChildren(resource.endpoint, { ...query, parent }),
    staleTime: 5_000,
    meta: { silent: true },
  });

  function branchesOf(rows: readonly CategoryRow[], above: readonly CategoryRow[]): Branch[] {
    const place = { level: above.length, parent: above.at(-1) ?? null, grandparent: above.at(-2) ?? null };
    return rows.flatMap((row, index) => {
      const isOpen = row.children_count > 0 && open.includes(String(row.id));
      const branch = { row, ...place, previous: rows[index - 1] ?? null, isOpen, isFailed: false };
      if (!isOpen) return [branch];
      wanted.push(row.id);
      const { queryKey } = optionsOf(row.id);
      const isFailed = client.getQueryState(queryKey)?.status === 'error';
      const children = client.getQueryData<CategoryRow[]>(queryKey) ?? [];
      return [{ ...branch, isFailed }, ...branchesOf(children, [...above, row])];
    });
  }

  const branches = branchesOf(roots, []);
  // Subscribes to the queries; their data is read from the cache above.
  useQueries({ queries: wanted.map(optionsOf) });
  return branches;
}

async function fetchChildren(endpoint: string, query: Record<string, unknown>): Promise<CategoryRow[]> {
  const all: CategoryRow[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { rows, paginator } = await api.page<CategoryRow>(endpoint, { ...query, page, limit: 100 });
    all.push(...rows);
    if (page >= paginator.lastPage) break;
  }
  return all;
}
