import { sql } from 'kysely';
import type { JsonRecord } from '../json-record';

/** Objects go into jsonb columns as text: both drivers would send a JavaScript array as a PostgreSQL one. */
export function writeJson(columns: JsonRecord): JsonRecord {
  const isPlain = (value: unknown) => value === null || typeof value !== 'object' || value instanceof Date;
  return Object.fromEntries(
    Object.entries(columns).map(([key, value]) => [
      key,
      isPlain(value) ? value : sql`${JSON.stringify(value)}::jsonb`,
    ]),
  );
}
