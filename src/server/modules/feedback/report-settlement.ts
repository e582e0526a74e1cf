import { sql } from 'kysely';
import type { ReportedType } from '@/contract/feedback/abusive-reports/schema';
import type { Ctx } from '@/server/core/context';
import { notify } from '@/server/modules/messaging/notify';
import { feedbackTable } from './presenter';

/**
 * Aligns complaints with their subjects after a removal or restore: open complaints about removed subjects become
 * accepted, accepted ones about restored subjects reopen. Runs in the transaction of the removal.
 */
export async function settleReports(ctx: Ctx, type: ReportedType): Promise<void> {
  const things = sql.table(feedbackTable(type));
  const { rows } = await sql<DecidedReport>`
    update abusive_reports a set status = 'accepted', decided_by = ${ctx.user?.id ?? null}::bigint, decided_at = ${ctx.now},
      version = a.version + 1, updated_at = ${ctx.now}
    from ${things} r where a.model_type = ${type} and a.model_id = r.id and a.status = 'open' and a.deleted_at is null
      and r.deleted_at is not null
    returning a.user_id, a.model_id, a.message`.execute(ctx.db);
  await notifyReporters(ctx, type, 'approved', rows);
  await sql`
    update abusive_reports a set status = 'open', decided_by = null, decided_at = null, decision_note = null,
      version = a.version + 1, updated_at = ${ctx.now}
    from ${things} r where a.model_type = ${type} and a.model_id = r.id and a.status = 'accepted' and a.deleted_at is null
      and r.deleted_at is null`.execute(ctx.db);
}

interface DecidedReport {
  user_id: number;
  model_id: number;
  message: string;
}

export async function notifyReporters(
  ctx: Ctx,
  type: ReportedType,
  event: 'approved' | 'rejected',
  reports: readonly DecidedReport[],
): Promise<void> {
  for (const { user_id, model_id, message } of reports) {
    await notify(ctx, {
      receivers: [user_id],
      type: type === 'Review' ? 'review' : 'question',
      event,
      tracker: model_id,
      text: message,
    });
  }
}
