import { type Selectable, sql } from 'kysely';
import type { BackgroundJob, BackgroundJobs } from '@/contract/core/jobs';
import type { Ctx } from '../context';
import type { DB } from '../db/types';
import { AppError } from '../errors';

/** Per kind; beyond that, failed jobs usually share one cause. */
const maxListed = 100;

/** `GET jobs`: what runs, what failed (the latest first) and when each schedule runs next. */
export async function listJobs({ db }: Ctx): Promise<BackgroundJobs> {
  const all = db.selectFrom('jobs').selectAll().limit(maxListed);
  const running = await all.where('locked_by', 'is not', null).orderBy('started_at').execute();
  const failed = await all
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const waiting = await all
    .where('is_scheduled', '=', false)
    .where('locked_by', 'is', null)
    .where('failed_at', 'is', null)
    .orderBy('run_at')
    .execute();
  const scheduled = await all.where('is_scheduled', '=', true).orderBy('name').execute();
  return {
    running: running.map(present),
    failed: failed.map(present),
    waiting: waiting.map(present),
    scheduled: scheduled.map(present),
  };
}

/** `POST jobs/{id}/retry`: runs a failed job once more, or a schedule now. Throws NOT_FOUND, and CONFLICT while it runs. */
export async function retryJob(ctx: Ctx, id: number): Promise<BackgroundJob> {
  const job = await ctx.db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  if (job.locked_by !== null) throw new AppError('CONFLICT');
  const row = await ctx.db
    .updateTable('jobs')
    .set({ run_at: ctx.now, failed_at: null, failures: 0, attempts: 0 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`select pg_notify('gostiny_jobs', '')`.execute(ctx.db);
  return present(row);
}

/** Without its payload: it may name people. */
function present(row: Selectable<DB['jobs']>): BackgroundJob {
  const { id, name, is_scheduled, attempts, failures, last_error } = row;
  const text = (moment: Date | null) => moment?.toISOString() ?? null;
  return {
    id,
    name,
    is_scheduled,
    attempts,
    failures,
    last_error,
    run_at: row.run_at.toISOString(),
    started_at: text(row.started_at),
    finished_at: text(row.finished_at),
    failed_at: text(row.failed_at),
    created_at: row.created_at.toISOString(),
  };
}
