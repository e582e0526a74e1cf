import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { defaultLanguage } from '@/contract/core/languages';
import type { Ctx, Database } from '../context';
import type { Deps } from '../deps';
import type { ResourceService } from '../resource/service';

export type JobCtx = Ctx & { db: Database };

export interface JobRun {
  /** A context without a user, with the time at which this run began. */
  ctx: JobCtx;
  /** Aborted when the process stops or another process has claimed the job. */
  signal: AbortSignal;
  /** Logs an error that must not end the run. */
  report: (error: unknown) => void;
}

interface JobBase {
  /** Unique over all modules. */
  name: string;
}

/** Runs by the clock, in one process at a time: its row in `jobs` holds the lease. */
export interface ScheduledJob extends JobBase {
  kind: 'scheduled';
  everyMs: number;
  /** Also due at the start of each process. */
  runsAtStart?: boolean;
  run: (run: JobRun) => Promise<unknown>;
}

/**
 * Runs by the clock in every process: for the process's own caches and folders, and for queues whose rows have their
 * own leases.
 */
interface LocalJob extends JobBase {
  kind: 'local';
  everyMs: number;
  runsAtStart?: boolean;
  /** A PostgreSQL channel whose notifications start a run immediately. */
  wakeOn?: string;
  run: (run: JobRun) => Promise<unknown>;
}

/** Runs once for each row that `enqueue` adds, retried with increasing delays. */
export interface QueuedJob extends JobBase {
  kind: 'queued';
  /** After this many errors it is given up and shown to administrators. */
  maxFailures: number;
  /** How many of them one process runs concurrently. */
  concurrency: number;
  /** `'later'`: it cannot run yet, for a reason that is not an error; it is tried again soon. */
  run: (run: JobRun, payload: Record<string, unknown>) => Promise<unknown>;
}

export type Job = ScheduledJob | LocalJob | QueuedJob;

/**
 * The jobs of a module; they depend on which external services are configured. `Needed` is the part that they use.
 * `services` are those of the families, by name, for jobs that read lists.
 */
export type Jobs<Needed = Deps> = (
  deps: Needed,
  log: FastifyBaseLogger,
  services?: Readonly<Record<string, ResourceService>>,
) => readonly Job[];

/** The context of work that no user requested. */
export function jobCtx(db: Database, now: Date, publicUrl: string, requestId = 'job'): JobCtx {
  return { db, now, publicUrl, user: null, locale: defaultLanguage, ip: '', requestId };
}

/** Adds a job in the transaction of the change that causes it: it runs after the commit, from `runAt` on, or never. */
export async function enqueue(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  name: string,
  payload: Record<string, unknown>,
  runAt = now,
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ name, payload: JSON.stringify(payload), run_at: runAt, created_at: now })
    .returning(sql`pg_notify('gostiny_jobs', '')`.as('notified'))
    .execute();
}
