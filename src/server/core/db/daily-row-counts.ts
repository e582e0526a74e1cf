import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../context';
import type { CheckedList } from '../resource/list-query';
import type { IdSelect } from './row-counts';
import { pageOfIds } from './search';

/** Counts of a family's rows by day (`daily_row_counts`), kept by triggers for lists too long to count. */

/** Selects the exact number of all rows of a family. */
export const countByDays = (family: string): RawBuilder<number> =>
  sql`(select coalesce(sum(amount), 0)::int from daily_row_counts where family = ${family})`;

/** Offset from which whole days are skipped; smaller offsets are quick to count row by row. */
const deep = 1000;

/** The ids of a page of all rows of a family in the order of creation; a deep page is reached by days. */
export function pageByDays(family: string, matching: IdSelect, query: CheckedList): Expression<unknown> {
  const order = sql.ref('created_at');
  const before = (query.page - 1) * query.limit;
  if (before < deep) return pageOfIds(matching, query, order);
  const isDown = query.sortedBy === 'desc';
  const at = isDown
    ? sql`((day + 1)::timestamp at time zone 'UTC')`
    : sql`(day::timestamp at time zone 'UTC')`;
  const isReached = sql<SqlBool>`created_at ${isDown ? sql`<` : sql`>=`} (select start.moment from start)`;
  const page = pageOfIds(matching.where(isReached), { ...query, page: 1 }, order);
  return sql`(with start as materialized (select ${at} as moment, ${before}::int - passed as skipped
      from list_start(${family}, ${before}::int, ${isDown}::boolean))
    ${page.offset(sql<number>`(select start.skipped from start)`)})`;
}

/** Sums up the counts added for each day. */
export async function sumDailyRowCounts(db: Database): Promise<void> {
  await sql`with added as (delete from daily_row_counts returning family, day, amount)
    insert into daily_row_counts (family, day, amount) select family, day, sum(amount) from added group by 1, 2
    having sum(amount) <> 0`.execute(db);
}
