import type { AnyResource, Column, FormField } from './define';
import { isAllowed } from './permissions';

export const bulkLimit = 100_000;

/** Selected rows, or all that a list query matches. Body of `bulk/remove`, and of `bulk/set` with key and value. */
export type BulkTarget = { ids: readonly number[] } | { query: Record<string, unknown> };

/** What keeps a row from being removed. */
export interface RowUses {
  /** Number of referring rows by family. */
  uses: Record<string, number>;
  /** Filters of the referring families take it; null where the family has none. */
  slug: string | null;
}

/** What keeps rows from being removed. */
export interface BulkUses {
  /** Rows that others refer to. */
  refused: number;
  /** Number of referring rows by family. */
  uses: Record<string, number>;
}

export interface BulkAnswer extends BulkUses {
  /** Undone by `POST {endpoint}/bulk/{id}/undo`; null when nothing changed. */
  id: number | null;
  done: number;
}

/**
 * Why a row stays as it is: it has the value, a rule of the family forbids it, it is deleted, only others may change it, or
 * there is no such row for this person.
 */
export const bulkReasons = ['same', 'refused', 'deleted', 'foreign', 'missing'] as const;

export type BulkReason = (typeof bulkReasons)[number];

/** What `bulk/set` would do, `POST {endpoint}/bulk/set/preview`; the other rows of the target stay as they are. */
export interface BulkSetPreview {
  done: number;
  /** Rows that stay, by reason. */
  kept: Record<BulkReason, number>;
  /** The first rows that change. */
  samples: { title: string; before: unknown; after: unknown }[];
}

/** Keys for `bulk/set`: toggles of the list and the status; limited to the given permissions. */
export function bulkFields(
  resource: AnyResource,
  permissions?: readonly string[],
): { key: string; values: readonly string[] | readonly boolean[] }[] {
  const levers = resource.columns.filter(
    ({ kind, by }: Column<never>) =>
      kind === 'switch' && (!permissions || isAllowed(by ?? 'public', permissions)),
  );
  const statuses = resource.fields.filter((field: FormField<object>) => String(field.key) === 'status');
  return [
    ...levers.map(({ key }) => ({ key, values: [true, false] })),
    ...statuses.flatMap(({ key, options }) => (options ? [{ key, values: options }] : [])),
  ];
}
