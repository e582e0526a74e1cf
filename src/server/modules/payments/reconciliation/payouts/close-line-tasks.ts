import { sql } from 'kysely';
import type { UserCtx } from '@/server/core/context';

/** A person has said what a line of the bank was: what was asked about it is answered. */
export async function closeLineTasks(ctx: UserCtx, lineId: number, reason: string): Promise<void> {
  await sql`update reconciliation_differences set state = 'explained', reason = ${reason}, decided_by = ${ctx.user.id},
      decided_at = ${ctx.now}, updated_at = ${ctx.now}, version = version + 1
    where state = 'open' and bank_line_id = ${lineId}
      and kind in ('outgoing_unknown', 'payout_returned')`.execute(ctx.db);
}
