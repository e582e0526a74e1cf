import { sql } from 'kysely';
import type { Ctx } from '../context';
import type { Values } from './resource-query';

/** Adds how many products name each row: one query for all of them. */
export async function withProductCounts(
  ctx: Ctx,
  column: 'author_id' | 'manufacturer_id',
  rows: Values[],
): Promise<Values[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => Number(id));
  const counted = await ctx.db
    .selectFrom('products')
    .select([`${column} as id`, sql<number>`count(*)::int`.as('count')])
    .where(column, 'in', ids)
    .where('deleted_at', 'is', null)
    .groupBy(column)
    .execute();
  const counts = new Map(counted.map(({ id, count }) => [id, count]));
  return rows.map((row) => ({ ...row, products_count: counts.get(Number(row.id)) ?? 0 }));
}
