import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { enqueue } from '@/server/core/jobs/job';
import { parseId } from '@/server/core/numbers';

/** Name of the queued job that writes the files of a run. */
export const reportJob = 'report';

/** The user's own report. Throws NOT_FOUND. */
export async function findOwn(ctx: UserCtx, key: string, isLocked = false) {
  const query = ownReports(ctx).where('r.id', '=', parseId(key));
  return (isLocked ? query.forUpdate('r') : query).executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

/** Adds a run of a report, and the job that writes its files. Returns its id. */
export async function addRun(ctx: Ctx, reportId: number, isMailed: boolean): Promise<number> {
  const { id } = await ctx.db
    .insertInto('report_runs')
    .values({ report_id: reportId, is_mailed: isMailed, status: 'waiting', created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(ctx, reportJob, { run: id });
  return id;
}

/** The user's own reports, with their shops. */
export function ownReports(ctx: UserCtx) {
  return ctx.db
    .selectFrom('saved_reports as r')
    .leftJoin('shops as s', 's.id', 'r.shop_id')
    .select(['r.id', 'r.version', 'r.family', 'r.shop_id', 'r.name', 'r.list', 'r.period', 'r.period_key'])
    .select(['r.format', 'r.schedule', 'r.hour', 'r.receivers', 's.name as shop', 's.slug as shop_slug'])
    .where('r.user_id', '=', ctx.user.id);
}

export type ReportRow = Awaited<ReturnType<typeof findOwn>>;
