import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { exactTotalLimit } from '@/contract/core/paging';
import type { Ctx } from '../context';

/** Selects ids of rows; conditions, an order and limits can be added. */
// biome-ignore lint/suspicious/noExplicitAny: the table is named by the family
export type IdSelect = SelectQueryBuilder<any, any, { id: number }>;

/** How many rows a list has. */
export interface Total {
  total: number;
  isEstimate: boolean;
}

/** The number of rows, counted up to `most` + 1. */
export const countUpTo = (matching: Expression<unknown>, most: number): RawBuilder<number> =>
  sql`(select count(*)::int from (select from (${matching}) matching limit ${sql.lit(most + 1)}) counted)`;

/** Larger counts of a large table are left out of the page's statement: they would take longer than the page. */
const quicklyCounted = 1000;

/** The same as `countUpTo`; null in a large table with more rows, where the planner's estimate should come first. */
export function countQuickly(table: string, matching: IdSelect): RawBuilder<number | null> {
  const size = sql`(select reltuples from pg_class where oid = ${sql.lit(table)}::regclass)`;
  return sql`case when ${size} < ${sql.lit(5 * exactTotalLimit)} then ${countUpTo(matching, exactTotalLimit)}
    else (select case when quick.count <= ${sql.lit(quicklyCounted)} then quick.count end
      from (select ${countUpTo(matching, quicklyCounted)} as count offset 0) quick) end`;
}

/**
 * The total: counted unless `counted` is given; above `most` the planner's estimate, which is good enough there. Null
 * is counted only if the estimate is not far above.
 */
export async function countTotal(
  ctx: Ctx,
  matching: IdSelect,
  counted?: number | null,
  most = exactTotalLimit,
): Promise<Total> {
  if (counted === undefined) return countTotal(ctx, matching, await countNow(ctx, matching, most), most);
  if (counted !== null && counted <= most) return { total: counted, isEstimate: false };
  const expected = await estimateRows(matching);
  if (counted === null && expected <= 2 * most) return countTotal(ctx, matching, undefined, most);
  return { total: Math.max(expected, most + 1), isEstimate: true };
}

/** A count in a statement of its own. */
export async function countNow(ctx: Ctx, matching: IdSelect, most = exactTotalLimit): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${countUpTo(matching, most)} as count`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** The planner's estimate. */
async function estimateRows(matching: IdSelect): Promise<number> {
  const [plan] = await matching.explain<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>('json');
  return plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}
