import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ImportOptions, ImportStatus } from '@/contract/catalogue/products/imports';
import type { Database } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Job, JobCtx } from '@/server/core/jobs/job';
import type { FileSettings } from '@/server/integrations/files/files';
import { openFiles } from '@/server/integrations/files/open-files';
import type { Network } from '@/server/integrations/outgoing/outgoing';
import { importJob, removeImport } from './imports';
import { loadRun } from './load-run';
import { PictureFetcher } from './pictures';
import { checkRows, LeaseLost, recount, runAtomic, runRows, type WorkDeps } from './run-import';
import { unpublishWithoutVariations } from './write-rows';

/** A lease that was not renewed for this long may be taken over. */
const staleMs = 60_000;
/** Finished imports are deleted after a month, incomplete uploads after an hour. */
const retentionMs = 30 * 24 * 3600_000;
const uploadTimeoutMs = 3600_000;

export interface WorkerDeps extends FileSettings {
  db: Database;
  now: () => Date;
  publicUrl: string;
  databaseKind: 'embedded' | 'server';
  /** Tests replace the network. */
  network?: Network;
}

/** Runs started imports; `startImport` enqueues them. */
export function importJobs(deps: WorkerDeps): readonly Job[] {
  return [
    {
      kind: 'queued',
      name: importJob,
      // The shop sees the error and starts the import again.
      maxFailures: 1,
      // The embedded database has one connection.
      concurrency: deps.databaseKind === 'embedded' ? 1 : 3,
      async run({ ctx, signal }, { id }) {
        const isClaimed = await workOn(deps, Number(id), () => signal.aborted);
        // The process of another worker died: its lease of the import outlives that of the job.
        return !isClaimed && (await isStarted(ctx, Number(id))) ? 'later' : undefined;
      },
    },
    { kind: 'scheduled', name: 'old-imports', everyMs: 10 * 60_000, run: () => deleteExpired(deps) },
  ];
}

async function isStarted({ db }: Pick<JobCtx, 'db'>, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('product_imports')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['checking', 'running'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Claims a waiting import and runs it to its end; any of them when `id` is undefined. False when there is none. */
export async function workOn(
  deps: WorkerDeps,
  id?: number,
  isStopped: () => boolean = () => false,
): Promise<boolean> {
  const worker = randomUUID();
  const taken = await claim(deps, worker, id);
  if (!taken) return false;
  const fetcher = new PictureFetcher(openFiles(deps), deps.network);
  const now = () => {
    if (isStopped()) throw new LeaseLost();
    return deps.now();
  };
  try {
    await runImport({ ...deps, now, worker, fetcher }, taken);
  } catch (error) {
    if (error instanceof LeaseLost) await release(deps, worker);
    else await fail(deps, worker, error);
    if (!(error instanceof LeaseLost) && !(error instanceof AppError)) throw error;
  }
  return true;
}

interface ClaimedImport {
  id: number;
  status: ImportStatus;
  options: Partial<ImportOptions>;
}

/** `skip locked`: two workers never claim the same import. */
async function claim(
  { db, now }: WorkerDeps,
  worker: string,
  id?: number,
): Promise<ClaimedImport | undefined> {
  const moment = now();
  const { rows } =
    await sql<ClaimedImport>`update product_imports set worker = ${worker}, alive_at = ${moment}
    where id = (select id from product_imports where ${id === undefined ? sql`true` : sql`id = ${id}`}
      and status in ('checking', 'running')
      and (worker is null or alive_at is null or alive_at < ${new Date(moment.getTime() - staleMs)})
      order by updated_at, id limit 1 for update skip locked)
    returning id, status, options`.execute(db);
  return rows[0];
}

async function runImport(deps: WorkDeps, { id, status, options }: ClaimedImport): Promise<void> {
  const run = await loadRun(deps, id);
  if (status === 'checking') {
    await checkRows(deps, run);
    return finish(deps, id, 'checked');
  }
  if (options.mode !== 'atomic') {
    await runRows(deps, run);
    await deps.db
      .transaction()
      .execute((db) => unpublishWithoutVariations({ ...run.ctx, db, now: deps.now() }, run));
    await recount(deps, run);
    return finish(deps, id, 'done');
  }
  const isWritten = await runAtomic(deps, run);
  await recount(deps, run);
  await finish(deps, id, isWritten ? 'done' : 'failed', isWritten ? null : 'VALIDATION_FAILED');
}

async function finish(
  { db, now, worker }: WorkDeps,
  id: number,
  status: ImportStatus,
  failure: string | null = null,
): Promise<void> {
  await db
    .updateTable('product_imports')
    .set({ status, failure, worker: null, alive_at: null, updated_at: now(), version: sql`version + 1` })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('status', 'in', ['checking', 'running'])
    .execute();
}

async function release({ db }: WorkerDeps, worker: string): Promise<void> {
  await db
    .updateTable('product_imports')
    .set({ worker: null, alive_at: null })
    .where('worker', '=', worker)
    .execute();
}

/** Rows already written stay; the error code is shown to the user. */
async function fail({ db, now }: WorkerDeps, worker: string, error: unknown): Promise<void> {
  const failure = error instanceof AppError ? error.code : 'INTERNAL';
  await db
    .updateTable('product_imports')
    .set({ status: 'failed', failure, worker: null, alive_at: null, updated_at: now() })
    .where('worker', '=', worker)
    .where('status', 'in', ['checking', 'running'])
    .execute();
}

async function deleteExpired({ db, now }: WorkerDeps): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  const rows = await db
    .selectFrom('product_imports')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('updated_at', '<', before(retentionMs)), eb('status', 'not in', ['checking', 'running'])]),
        eb.and([eb('updated_at', '<', before(uploadTimeoutMs)), eb('status', '=', 'uploading')]),
      ]),
    )
    .execute();
  for (const { id } of rows) await removeImport({ db }, id);
}
