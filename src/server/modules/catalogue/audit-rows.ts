import { sql } from 'kysely';
import type { UserCtx } from '@/server/core/context';

interface AuditEntry {
  id: number;
  action: string;
  changes: object;
}

/** `audit` for many rows of a family, in one statement. */
export async function auditRows(ctx: UserCtx, family: string, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`insert into audit_log (at, user_id, ip, request_id, family, row_id, action, changes)
    select ${ctx.now}::timestamptz, ${ctx.user.id}, ${ctx.ip}, ${ctx.requestId}, ${family}, row.id, row.action, row.changes
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as row (id bigint, action text, changes jsonb)`.execute(ctx.db);
}
