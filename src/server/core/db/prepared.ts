import { sql } from 'kysely';

const mark = '/* prepared */';

/**
 * Begins a select that goes along with many requests, is short and is planned alike whatever its values: a connection plans
 * it once and keeps the plan. To plan it takes longer than to run it.
 */
export const prepared = sql.raw(mark);

/** Each has its plan on every connection; further statements are planned each time. */
const maxNames = 500;

const names = new Map<string, string>();
let last = 0;

/** The name of a statement that begins with `prepared`; undefined for any other. */
export function preparedName(text: string): string | undefined {
  if (!text.startsWith(mark, 'select '.length)) return undefined;
  return names.get(text) ?? (names.size < maxNames ? renamed(text) : undefined);
}

/** A new name for a statement, so that connections plan it anew. */
export function renamed(text: string): string {
  last += 1;
  const name = `prepared_${last}`;
  names.set(text, name);
  return name;
}

/** True when a migration has changed what a planned statement selects. */
export function isPlanOutdated(error: unknown): boolean {
  return (
    error instanceof Error && Reflect.get(error, 'code') === '0A000' && /cached plan/.test(error.message)
  );
}
