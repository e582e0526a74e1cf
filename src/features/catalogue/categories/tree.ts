import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnyResource } from '@/contract/core/define';
import type { Row } from '@/crud/types';
import { allRows } from '@/lib/api/all-rows';
import { apiAs } from '@/lib/api/client';

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
  previous: CategoryRow | null;
  isOpen: boolean;
  /** Loading the children failed. */
  isFailed: boolean;
}

/** Limit on the pages of children loaded for one category. */
const maxPages = 10;

type ChildrenQuery = ReturnType<typeof childrenQuery>;

/** Visible lines below the given rows, and the queries of the children of expanded categories. */
export function useTree(
  resource: AnyResource,
  roots: readonly CategoryRow[],
  open: readonly string[],
  query: Record<string, unknown>,
): { branches: Branch[]; queries: ChildrenQuery[] } {
  const client = useQueryClient();
  const queries: ChildrenQuery[] = [];

  function branchesOf(rows: readonly CategoryRow[], above: readonly CategoryRow[]): Branch[] {
    const place = { level: above.length, parent: above.at(-1) ?? null, grandparent: above.at(-2) ?? null };
    return rows.flatMap((row, index) => {
      const isOpen = row.children_count > 0 && open.includes(String(row.id));
      const branch = { row, ...place, previous: rows[index - 1] ?? null, isOpen, isFailed: false };
      if (!isOpen) return [branch];
      const ofChildren = childrenQuery(resource, { ...query, parent: row.id });
      queries.push(ofChildren);
      const { queryKey } = ofChildren;
      const isFailed = client.getQueryState(queryKey)?.status === 'error';
      const children = client.getQueryData<CategoryRow[]>(queryKey) ?? [];
      return [{ ...branch, isFailed }, ...branchesOf(children, [...above, row])];
    });
  }

  return { branches: branchesOf(roots, []), queries };
}

/** Loads the children of one category while it is shown; `useTree` reads them from the cache. */
export function Children({ query, onChange }: { query: ChildrenQuery; onChange: () => void }) {
  const { status, dataUpdatedAt } = useQuery(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the cached result has changed
  useEffect(onChange, [status, dataUpdatedAt, onChange]);
  return null;
}

function childrenQuery(resource: AnyResource, query: Record<string, unknown>) {
  return {
    queryKey: [resource.name, 'list', query],
    queryFn: () =>
      allRows(maxPages, (page) => apiAs.page<CategoryRow>(resource.endpoint, { ...query, page, limit: 100 })),
    staleTime: 5_000,
  };
}
