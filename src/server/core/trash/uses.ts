import { sql } from 'kysely';
import type { RowUses } from '@/contract/core/bulk';
import type { Ctx } from '../context';
import type { RelationTo } from '../resource/relations';
import type { AnyDb, StoredRow } from '../resource/rows';

/** A column of another table that holds ids of this one. */
export interface UsedBy extends RelationTo {
  /** Name of the family in the message: `common:uses.<family>`. */
  family: string;
  /** The table is a link table without a trash. */
  isLink?: boolean;
}

/** Which of the ids are used by rows of other tables, and by how many of which family. */
export async function countUses(
  ctx: Ctx,
  usedBy: readonly UsedBy[],
  ids: readonly number[],
): Promise<{ used: Set<number>; uses: Record<string, number> }> {
  const used = new Set<number>();
  const uses: Record<string, number> = {};
  for (const { table, column, family, isLink } of usedBy) {
    let query = (ctx.db as AnyDb)
      .selectFrom(table)
      .select([`${column} as id`, sql<number>`count(*)::int`.as('count')])
      .where(column, '=', sql`any(${ids}::bigint[])`)
      .groupBy(column);
    if (!isLink) query = query.where('deleted_at', 'is', null);
    for (const { id, count } of (await query.execute()) as { id: number; count: number }[]) {
      used.add(id);
      uses[family] = (uses[family] ?? 0) + count;
    }
  }
  return { used, uses };
}

/** What refers to a row. */
export async function rowUses(ctx: Ctx, usedBy: readonly UsedBy[], row: StoredRow): Promise<RowUses> {
  const { uses } = await countUses(ctx, usedBy, [row.id]);
  return { uses, slug: typeof row.slug === 'string' ? row.slug : null };
}
