import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../context';
import type { CheckedList } from '../http/list-query';

/** Lists so long that their rows are counted by day (`daily_row_counts`). */
export type ListedFamily = 'orders' | 'products';

/** True when a query asks for all rows of its list. */
export function asksForAll({ search, filters }: CheckedList): boolean {
  return search.length === 0 && Object.keys(filters).length === 0;
}

/** Selects how many rows the list has, exactly. */
export const listedCount = (family: ListedFamily): RawBuilder<number> =>
  sql`(select coalesce(sum(amount), 0)::int from daily_row_counts where family = ${family})`;

/** Where rows are passed over by the day: before it, what is before is quickly counted one by one. */
const deep = 1000;

/**
 * Where a deep page of the list begins, in the order in which its rows were made: a select of the day's bound and of how
 * many of its rows are to be `passed` over, and the condition of the rows from there.
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

/** Sums up what was added for each day. */
export async function sumListedDays(db: Database): Promise<void> {
  await sql`with added as (delete from daily_row_counts returning family, day, amount)
    insert into daily_row_counts (family, day, amount) select family, day, sum(amount) from added group by 1, 2
    having sum(amount) <> 0`.execute(db);
}
