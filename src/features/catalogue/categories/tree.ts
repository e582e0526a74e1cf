import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { AnyResource } from '@/contract/core/define';
import type { Row } from '@/crud/types';
import { api } from '@/lib/api/client';

/** A category as the tree knows it: a row with its place (contract/categories). */
export interface CategoryRow extends Row {
  name: string;
  parent_id: number | null;
  position: number;
  children_count: number;
  ancestors: readonly { name: string }[];
}

/** A line of the tree as it is drawn. */
export interface Branch {
  row: CategoryRow;
  /** 0 for a root. */
  level: number;
  parent: CategoryRow | null;
  grandparent: CategoryRow | null;
  /** The one before it under the same parent. */
  previous: CategoryRow | null;
  isOpen: boolean;
  /** Its children were asked for and did not come. */
  isFailed: boolean;
}

/** More children than this are no list that anybody reads. */
const maxPages = 10;

/** The lines of the tree below some rows: children of what is open are asked for, all of them, when they are first seen. */
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
    queryFn: () => everyChild(resource.endpoint, { ...query, parent }),
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
  // Draws the tree anew as answers come; what they hold is read from the cache above.
  useQueries({ queries: wanted.map(optionsOf) });
  return branches;
}

async function everyChild(endpoint: string, query: Record<string, unknown>): Promise<CategoryRow[]> {
  const all: CategoryRow[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { rows, paginator } = await api.page<CategoryRow>(endpoint, { ...query, page, limit: 100 });
    all.push(...rows);
    if (page >= paginator.lastPage) break;
  }
  return all;
}
