import { sql } from 'kysely';
import type { BulkChange } from '@/contract/insights/activity';
import type { UserCtx } from '@/server/core/context';

/** Days in which a change of many rows is offered for undoing. */
const offeredDays = 30;

/**
 * `GET activity/bulk`: the person's own changes of many rows that can still be undone, newest first; each by
 * `POST {endpoint}/bulk/{id}/undo`, which leaves out rows that were changed since (rules/panel: a bulk change shows before what it does).
 */
export async function listBulkChanges(ctx: UserCtx): Promise<BulkChange[]> {
  const since = new Date(ctx.now.getTime() - offeredDays * 24 * 3600_000);
  const { rows } = await sql<Omit<BulkChange, 'at'> & { at: Date }>`
    select b.id, b.family, b.at, b.column = 'deleted_at' as is_removal,
      coalesce(nullif(jsonb_array_length(b.rows), 0),
        (select count(*)::int from bulk_operation_rows r where r.operation_id = b.id)) as count
    from bulk_operations b
    where b.user_id = ${ctx.user.id} and b.undone_at is null and b.at >= ${since}
    order by b.id desc limit 20`.execute(ctx.db);
  return rows.filter(({ count }) => count > 0).map((row) => ({ ...row, at: row.at.toISOString() }));
}
