import { type RawBuilder, sql } from 'kysely';
import { kept } from '@/server/core/db/prepared';
import type { Ctx, Database } from '../context';
import type { CheckedList } from '../http/list-query';

/** Lists so long that their rows are counted by day (`daily_row_counts`). */
export type ListedFamily = 'orders' | 'products';

/** True when a query asks for all rows of its list. */
export function asksForAll({ search, filters }: CheckedList): boolean {
  return search.length === 0 && Object.keys(filters).length === 0;
}

/** How many rows the list has, exactly. */
export async function countListed({ db }: Ctx, family: ListedFamily): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select ${kept} coalesce(sum(amount), 0)::int as total from daily_row_counts
    where family = ${family}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Where rows are passed over by the day: before it, what is before is quickly counted one by one. */
const deep = 1000;

/**
 * Where a page of the list begins, in the order in which its rows were made: what their `created_at` is, and how many of
 * those rows to pass over.
 */
export async function startOf(
  { db }: Ctx,
  family: ListedFamily,
  { page, limit, sortedBy }: CheckedList,
): Promise<{ from: RawBuilder<unknown>; offset: number } | undefined> {
  const before = (page - 1) * limit;
  if (before < deep) return undefined;
  const order = sql.raw(sortedBy);
  const { rows } = await sql<{ day: string; passed: number }>`
    select day::text as day, passed::int as passed from (
      select day, sum(sum(amount)) over (order by day ${order}) - sum(amount) as passed
      from daily_row_counts where family = ${family} group by day
    ) days where passed <= ${before} order by day ${sortedBy === 'desc' ? sql`asc` : sql`desc`} limit 1`.execute(
    db,
  );
  const found = rows[0];
  if (!found) return undefined;
  const from =
    sortedBy === 'desc'
      ? sql`< ((${found.day}::date + 1)::timestamp at time zone 'UTC')`
      : sql`>= (${found.day}::date::timestamp at time zone 'UTC')`;
  return { from, offset: before - found.passed };
}

/** Sums up what was added for each day. */
export async function sumListedDays(db: Database): Promise<void> {
  await sql`with added as (delete from daily_row_counts returning family, day, amount)
    insert into daily_row_counts (family, day, amount) select family, day, sum(amount) from added group by 1, 2
    having sum(amount) <> 0`.execute(db);
}
