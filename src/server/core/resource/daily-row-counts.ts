import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../context';
import type { CheckedList } from '../http/list-query';

/** Families whose lists are so long that rows are counted by day (`daily_row_counts`). */
export type ListedFamily = 'orders' | 'products';

/** True for a query without search and filters. */
export function asksForAll({ search, filters }: CheckedList): boolean {
  return search.length === 0 && Object.keys(filters).length === 0;
}

/** Selects the exact number of rows of the list. */
export const listedCount = (family: ListedFamily): RawBuilder<number> =>
  sql`(select coalesce(sum(amount), 0)::int from daily_row_counts where family = ${family})`;

/** Offset from which whole days are skipped; smaller offsets are quick to count row by row. */
const deep = 1000;

/**
 * Start of a deep page in the order of creation: a select of the day's bound and of how many of its rows to skip
 * (`passed`), and the condition of the rows from there on.
 */
export function startOf(
  family: ListedFamily,
  { page, limit, sortedBy }: CheckedList,
): { select: RawBuilder<unknown>; isReached: RawBuilder<SqlBool> } | undefined {
  const before = (page - 1) * limit;
  if (before < deep) return undefined;
  const isDown = sortedBy === 'desc';
  const at = isDown
    ? sql`((day + 1)::timestamp at time zone 'UTC')`
    : sql`(day::timestamp at time zone 'UTC')`;
  return {
    select: sql`select ${at} as moment, ${before}::int - passed as passed
      from list_start(${family}, ${before}::int, ${isDown}::boolean)`,
    isReached: sql<SqlBool>`created_at ${isDown ? sql`<` : sql`>=`} (select start.moment from start)`,
  };
}

/** Sums up the counts added for each day. */
export async function sumListedDays(db: Database): Promise<void> {
  await sql`with added as (delete from daily_row_counts returning family, day, amount)
    insert into daily_row_counts (family, day, amount) select family, day, sum(amount) from added group by 1, 2
    having sum(amount) <> 0`.execute(db);
}
