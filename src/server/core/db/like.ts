import { type Expression, type SqlBool, sql } from 'kysely';
import { isId } from '@/server/core/numbers';

/** A text inside a LIKE pattern, where its own `%`, `_` and `\` mean themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * How a typed text is understood: as it was said, its words and figures apart from each other, or with one wrong sign. The next
 * one is tried where the one before found nothing.
 */
export const readings = ['said', 'apart', 'near'] as const;
export type Reading = (typeof readings)[number];

/**
 * Ids and flags are compared in the column's own type, so that its index is used; a value that the column cannot hold
 * matches nothing. Other columns are compared as text: numbers and days have no index of this kind.
 */
export function isOneOf(key: string, values: string[]): Expression<SqlBool> {
  const isIdColumn = /(^|_)id$/.test(key);
  if (!isIdColumn && !key.startsWith('is_'))
    return sql<SqlBool>`${sql.ref(key)}::text in (${sql.join(values)})`;
  const known = isIdColumn ? values.filter((value) => isId(value)).map(Number) : values.flatMap(flags);
  return known.length > 0 ? sql<SqlBool>`${sql.ref(key)} in (${sql.join(known)})` : sql<SqlBool>`false`;
}

/** Flags are 1, 0, true or false in a search. */
function flags(value: string): boolean[] {
  if (value === '1' || value === 'true') return [true];
  return value === '0' || value === 'false' ? [false] : [];
}
