import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { isId } from '@/server/core/numbers';

/** Name of the queued job that writes the files of a run. */
export const reportJob = 'report';

/** The user's own report. Throws NOT_FOUND. */
export async function findOwn(ctx: UserCtx, key: string, isLocked = false) {
  if (!isId(key)) throw new AppError('NOT_FOUND');
  const query = ownReports(ctx).where('r.id', '=', Number(key));
  const row = await (isLocked ? query.forUpdate('r') : query).executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
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
