import { sql } from 'kysely';
import type { Database, UserCtx } from '@/server/core/context';
import type { markRows } from './batch';
import type { Job } from './job';
import type { PictureFetcher } from './pictures';

/** What a worker is given. */
export interface WorkDeps {
  db: Database;
  now: () => Date;
  publicUrl: string;
  /** Tells this worker from every other one. */
  worker: string;
  fetcher: PictureFetcher;
}

export type Counts = Awaited<ReturnType<typeof markRows>>;

/** Thrown where an import is another worker's by now, or was cancelled: nothing is to be told of it. */
export class LeaseLost extends Error {}

export const nothing: Counts = { passed: 0, created: 0, updated: 0, rejected: 0 };

/** Adds to the counts and says that somebody works on it. Throws LeaseLost when this is not that somebody any more. */
export async function advance(
  { db, now, worker }: Pick<WorkDeps, 'now' | 'worker'> & Pick<UserCtx, 'db'>,
  job: Job,
  { passed, created, updated, rejected }: Counts,
): Promise<void> {
  const found = await db
    .updateTable('product_imports')
    .set((eb) => ({
      alive_at: now(),
      updated_at: now(),
      passed: eb('passed', '+', passed),
      created: eb('created', '+', created),
      updated: eb('updated', '+', updated),
      rejected: eb('rejected', '+', rejected),
    }))
    .where('id', '=', job.id)
    .where('worker', '=', worker)
    .where('status', 'in', ['checking', 'running'])
    .returning('id')
    .executeTakeFirst();
  if (!found) throw new LeaseLost();
}

/** The job with the time of now. */
export function refreshed({ db, now }: Pick<WorkDeps, 'db' | 'now'>, job: Job): Job {
  return { ...job, ctx: { ...job.ctx, db, now: now() } };
}

/** Tells from outside of the transaction how far it has come; with the embedded database only when it is over. */
export async function heartbeat({ db, now, worker }: WorkDeps, job: Job, passed: number): Promise<void> {
  try {
    await db
      .updateTable('product_imports')
      .set((eb) => ({ alive_at: now(), passed: eb.fn('greatest', ['passed', eb.val(passed)]) }))
      .where('id', '=', job.id)
      .where('worker', '=', worker)
      .where('status', '=', 'running')
      .execute();
  } catch {
    // The next one tells it.
  }
}

/** Throws LeaseLost in the midst of a long transaction, too. */
export async function assertLease({ worker, now }: WorkDeps, ctx: UserCtx, job: Job): Promise<void> {
  now();
  const row = await ctx.db
    .selectFrom('product_imports')
    .select('id')
    .where('id', '=', job.id)
    .where('worker', '=', worker)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (!row) throw new LeaseLost();
}

/** Counts what has become of the rows so far: they know it, whoever has worked on them. */
export async function recount({ db }: Pick<WorkDeps, 'db'>, { id }: Pick<Job, 'id'>): Promise<void> {
  await sql`update product_imports i set passed = c.passed, created = c.created, updated = c.updated, rejected = c.rejected
    from (select count(*) filter (where state not in ('new', 'ready')) as passed,
        count(*) filter (where state = 'created') as created, count(*) filter (where state = 'updated') as updated,
        count(*) filter (where state = 'bad') as rejected
      from product_import_rows where import_id = ${id}) c
    where i.id = ${id}`.execute(db);
}
