import type { AnyResource, Column, FormField } from './define';
import { isAllowed } from './permissions';

/** More rows than this are not changed at once. */
export const bulkLimit = 100_000;

/** Which rows: those ticked, or everything that a list's query matches. Body of `bulk/remove`; of `bulk/set` with key and value. */
export type BulkTarget = { ids: readonly number[] } | { query: Record<string, unknown> };

export interface BulkAnswer {
  /** Takes it back: `POST {endpoint}/bulk/{id}/undo`. Null when nothing was done. */
  id: number | null;
  done: number;
  /** Rows that stayed because others hold on to them, and which families do. */
  refused: number;
  uses: Record<string, number>;
}

/** What may be set on many rows at once: the levers of the list, and a status. Given permissions, those levers that are theirs. */
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
