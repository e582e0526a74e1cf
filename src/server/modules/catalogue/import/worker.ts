import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { ImportOptions, ImportStatus } from '@/contract/catalogue/products/imports';
import type { Database } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { type FileSettings, openFiles } from '@/server/integrations/files/files';
import type { Network } from '@/server/integrations/files/pictures';
import { openJob } from './job';
import { PictureFetcher } from './pictures';
import { checkAll, LeaseLost, recount, runAtOnce, runRows, type WorkDeps } from './run-import';
import { unpublishWithoutVariations } from './write-rows';

/** Whose worker has not been heard of for so long is taken up by another one. */
const staleMs = 60_000;
const everyMs = 15_000;
/** Files are gone a month after they were touched last; half uploaded ones after an hour. */
const keptMs = 30 * 24 * 3600_000;
const uploadMs = 3600_000;

export interface WorkerDeps extends FileSettings {
  db: Database;
  now: () => Date;
  publicUrl: string;
  databaseKind: 'embedded' | 'server';
  /** For tests: pictures from elsewhere than the internet. */
  network?: Network;
}

/**
 * Works on imports in the background of this process. Any number of processes may: each import is one's at a time, and
 * taken up where it stopped when that one is gone.
 */
export class ImportWorker {
  private readonly deps: WorkerDeps;
  private readonly onError: (error: unknown) => void;
  private readonly running = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(deps: WorkerDeps, onError: (error: unknown) => void) {
    this.deps = deps;
    this.onError = onError;
  }

  start(): void {
    this.timer = setInterval(() => {
      this.wake();
      void forgetOld(this.deps).catch(this.onError);
    }, everyMs);
    this.timer.unref();
  }

  /** Something waits: looks at once. The embedded database has one connection, so one import at a time. */
  wake(): void {
    const most = this.deps.databaseKind === 'embedded' ? 1 : 3;
    if (this.isStopped || this.running.size >= most) return;
    const run = this.drain()
      .catch(this.onError)
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** Lets the batches under way end; what is left is taken up at the next start. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await Promise.all(this.running);
  }

  private async drain(): Promise<void> {
    while (!this.isStopped && (await workOnce(this.deps, () => this.isStopped))) {
      // The next one that waits.
    }
  }
}

/** Takes one import that nobody works on and works on it to its end. False when there is none. */
export function workOnce(deps: WorkerDeps, isStopped: () => boolean = () => false): Promise<boolean> {
  return workOn(deps, undefined, isStopped);
}

/** The same with one that is named. */
export async function workOn(
  deps: WorkerDeps,
  id: number | undefined,
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
    await work({ ...deps, now, worker, fetcher }, taken);
  } catch (error) {
    if (error instanceof LeaseLost) await release(deps, worker);
    else await fail(deps, worker, error);
    if (!(error instanceof LeaseLost) && !(error instanceof AppError)) throw error;
  }
  return true;
}

interface Taken {
  id: number;
  status: ImportStatus;
  options: Partial<ImportOptions>;
}

/** Two that look at the same time do not see the same one. */
async function claim(
  { db, now }: WorkerDeps,
  worker: string,
  id: number | undefined,
): Promise<Taken | undefined> {
  const moment = now();
  const { rows } = await sql<Taken>`update product_imports set worker = ${worker}, alive_at = ${moment}
    where id = (select id from product_imports where ${id === undefined ? sql`true` : sql`id = ${id}`}
      and status in ('checking', 'running')
      and (worker is null or alive_at is null or alive_at < ${new Date(moment.getTime() - staleMs)})
      order by updated_at, id limit 1 for update skip locked)
    returning id, status, options`.execute(db);
  return rows[0];
}

async function work(deps: WorkDeps, { id, status, options }: Taken): Promise<void> {
  const job = await openJob(deps, id);
  if (status === 'checking') {
    await checkAll(deps, job);
    return finish(deps, id, 'checked');
  }
  if (options.mode !== 'atomic') {
    await runRows(deps, job);
    await deps.db
      .transaction()
      .execute((db) => unpublishWithoutVariations({ ...job.ctx, db, now: deps.now() }, job));
    await recount(deps, job);
    return finish(deps, id, 'done');
  }
  const isWritten = await runAtOnce(deps, job);
  await recount(deps, job);
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

/** Somebody else may take it at once. */
async function release({ db }: WorkerDeps, worker: string): Promise<void> {
  await db
    .updateTable('product_imports')
    .set({ worker: null, alive_at: null })
    .where('worker', '=', worker)
    .execute();
}

/** What is written stays; the code tells the person what to do. */
async function fail({ db, now }: WorkerDeps, worker: string, error: unknown): Promise<void> {
  const failure = error instanceof AppError ? error.code : 'INTERNAL';
  await db
    .updateTable('product_imports')
    .set({ status: 'failed', failure, worker: null, alive_at: null, updated_at: now() })
    .where('worker', '=', worker)
    .where('status', 'in', ['checking', 'running'])
    .execute();
}

async function forgetOld({ db, now, dataDir }: WorkerDeps): Promise<void> {
  await removeLeftovers(incomingIn(dataDir));
  const before = (ms: number) => new Date(now().getTime() - ms);
  await db
    .deleteFrom('product_imports')
    .where((eb) =>
      eb.or([
        eb.and([eb('updated_at', '<', before(keptMs)), eb('status', 'not in', ['checking', 'running'])]),
        eb.and([eb('updated_at', '<', before(uploadMs)), eb('status', '=', 'uploading')]),
      ]),
    )
    .execute();
}

/** Where files lie while they are read. */
export const incomingIn = (dataDir: string) => join(dataDir, 'incoming');

/** A process that was killed while it read a file has left it. By the clock of the disk, whatever `now` says. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs = Date.now() } = (await stat(join(folder, name)).catch(() => undefined)) ?? {};
    if (mtimeMs < Date.now() - uploadMs) await rm(join(folder, name), { force: true });
  }
}
