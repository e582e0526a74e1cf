import { sql } from 'kysely';
import {
  maxWaitingRuns,
  type ReportDelivery,
  type ReportRun,
  reportKeptDays,
} from '@/contract/insights/saved-reports';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { lockUser } from '@/server/core/lock-user';
import { parseId } from '@/server/core/numbers';
import { seesContacts } from '@/server/core/rights/contacts';
import { asReader, findReportList, mayOpenList, type ReportPlace } from './report-rights';
import { addRun, findOwn } from './report-rows';

const shownRuns = 20;

/**
 * `POST saved-reports/{id}/run`: a file for its owner, written by a job; with `send` also letters to all readers. Throws NOT_FOUND, FORBIDDEN, and
 * TOO_MANY_EXPORTS while `maxWaitingRuns` of the person wait.
 */
export async function startRun(ctx: UserCtx, key: string, body: JsonRecord): Promise<ReportRun> {
  const report = await findOwn(ctx, key);
  await findReportList(ctx, report.family, report.shop_id);
  // Serializes the count and the insert.
  await lockUser(ctx, ctx.user.id);
  const { count } = await ctx.db
    .selectFrom('report_runs as run')
    .innerJoin('saved_reports as r', 'r.id', 'run.report_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('r.user_id', '=', ctx.user.id)
    .where('run.status', '=', 'waiting')
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxWaitingRuns) throw new AppError('TOO_MANY_EXPORTS', { retryAfter: 10 });
  const id = await addRun(ctx, report.id, body.send === true);
  const [run] = await readRuns(ctx, sql`run.id = ${id}`);
  if (!run) throw new Error('A run that was just written is missing');
  return run;
}

/** `GET saved-reports/{id}/runs`. Throws NOT_FOUND for another person's. */
export async function listRuns(ctx: UserCtx, key: string): Promise<ReportRun[]> {
  const { id } = await findOwn(ctx, key);
  return readRuns(ctx, sql`run.report_id = ${id}`);
}

export async function lastRuns(ctx: UserCtx, reportIds: readonly number[]): Promise<Map<number, ReportRun>> {
  if (reportIds.length === 0) return new Map();
  const last = sql`run.id in (select max(id) from report_runs where report_id = any(${[...reportIds]}::bigint[])
    group by report_id)`;
  const runs = await readRuns(ctx, last, reportIds.length);
  return new Map(runs.map(({ report_id, ...run }) => [report_id, run]));
}

type StoredRun = ReportRun & { report_id: number };

async function readRuns(
  ctx: UserCtx,
  which: ReturnType<typeof sql>,
  limit = shownRuns,
): Promise<StoredRun[]> {
  const { rows } = await sql<RunRow>`
    select run.id, run.report_id, run.is_mailed, run.status, run.failure, run.period_from::text, run.period_to::text,
      run.created_at, run.finished_at, own.rows, coalesce(own.is_cut, false) as is_cut,
      coalesce(own.content is not null, false) as is_kept, r.family, r.shop_id,
      coalesce(own.shows_contacts, false) as shows_contacts,
      array(select json_build_object('id', u.id, 'name', u.name) from report_files f join users u on u.id = f.user_id
        where f.run_id = run.id order by u.name, u.id) as readers
    from report_runs run join saved_reports r on r.id = run.report_id
      left join report_files own on own.run_id = run.id and own.user_id = r.user_id
    where ${which} order by run.id desc limit ${limit}`.execute(ctx.db);
  const runs: StoredRun[] = [];
  for (const { period_from, period_to, is_kept, shows_contacts, family, shop_id, ...run } of rows) {
    const mayRead = (!shows_contacts || seesContacts(ctx)) && (await mayOpenList(ctx, { family, shop_id }));
    runs.push({
      ...run,
      has_file: is_kept && mayRead,
      is_closed: is_kept && !mayRead,
      period: periodOf(period_from, period_to),
      created_at: run.created_at.toISOString(),
      finished_at: run.finished_at?.toISOString() ?? null,
    });
  }
  return runs;
}

interface RunRow extends ReportPlace, Omit<StoredRun, DerivedOfRun> {
  is_kept: boolean;
  shows_contacts: boolean;
  period_from: string | null;
  period_to: string | null;
  created_at: Date;
  finished_at: Date | null;
}

type DerivedOfRun = 'has_file' | 'is_closed' | 'period' | 'created_at' | 'finished_at';

const periodOf = (from: string | null, to: string | null) =>
  from !== null && to !== null ? { from, to } : null;

/** `GET report-runs/{id}`: what the link of a letter opens. Throws NOT_FOUND for who is not, or no longer, a reader. */
export async function readDelivery(ctx: UserCtx, key: string): Promise<ReportDelivery> {
  const { content: _content, type: _type, ...delivery } = await findDelivery(ctx, key);
  return delivery;
}

/** `GET report-runs/{id}/file`. Throws NOT_FOUND, also for a file that was deleted after a week. */
export async function readFile(
  ctx: UserCtx,
  key: string,
): Promise<{ name: string; type: string; content: Buffer }> {
  const { file_name, type, content } = await findDelivery(ctx, key);
  if (!content) throw new AppError('NOT_FOUND');
  return { name: file_name, type, content: Buffer.from(content) };
}

async function findDelivery(ctx: UserCtx, key: string) {
  const row = await ctx.db
    .selectFrom('report_files as f')
    .innerJoin('report_runs as run', 'run.id', 'f.run_id')
    .innerJoin('saved_reports as r', 'r.id', 'run.report_id')
    .select(['run.id', 'run.created_at', 'r.name', 'r.family', 'r.shop_id'])
    .select(['f.rows', 'f.is_cut', 'f.name as file_name', 'f.type', 'f.content', 'f.shows_contacts'])
    .select(sql<string | null>`run.period_from::text`.as('from'))
    .select(sql<string | null>`run.period_to::text`.as('to'))
    .where('run.id', '=', parseId(key))
    .where('f.user_id', '=', ctx.user.id)
    .executeTakeFirst();
  // A right that was lost since closes the file, too.
  if (!row || (row.shows_contacts && !seesContacts(ctx)) || !(await asReader(ctx, ctx.user.id, row)))
    throw new AppError('NOT_FOUND');
  const { from, to, shop_id: _shop, shows_contacts: _contacts, created_at, ...delivery } = row;
  return {
    ...delivery,
    period: periodOf(from, to),
    has_file: row.content !== null,
    created_at: created_at.toISOString(),
  };
}

/** Deletes the content of files after a week, and runs after half a year. */
export async function clearOldRuns({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  await sql`update report_files set content = null where content is not null and run_id in (
    select id from report_runs where created_at < ${now}::timestamptz - make_interval(days => ${reportKeptDays}))`.execute(
    db,
  );
  await sql`delete from report_runs where created_at < ${now}::timestamptz - interval '180 days'`.execute(db);
}
