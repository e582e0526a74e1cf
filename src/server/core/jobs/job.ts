import type { FastifyBaseLogger } from 'fastify';
import { defaultLanguage } from '@/contract/core/languages';
import type { Ctx, Database } from '../context';
import type { Deps } from '../http/route';

export type JobCtx = Ctx & { db: Database };

/** What a job is given each time it runs. */
export interface JobRun {
  /** Nobody's context, with the time at which this run began. */
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
  run: (run: JobRun) => Promise<unknown>;
}

/** Runs by the clock in every process: caches and folders of the process, and queues whose rows have leases of their own. */
interface LocalJob extends JobBase {
  kind: 'local';
  everyMs: number;
  runsAtStart?: boolean;
  /** A channel of PostgreSQL that makes it run at once. */
  wakeOn?: string;
  run: (run: JobRun) => Promise<unknown>;
}

/** Runs once for each row that `enqueue` adds, retried with growing pauses. */
export interface QueuedJob extends JobBase {
  kind: 'queued';
  /** After so many errors it is given up and shown to administrators. */
  maxFailures: number;
  /** How many of them one process runs at the same time. */
  concurrency: number;
  /** `'later'`: it cannot run yet, for a reason that is no error; tried again soon. */
  run: (run: JobRun, payload: Record<string, unknown>) => Promise<unknown>;
}

export type Job = ScheduledJob | LocalJob | QueuedJob;

/** The jobs of a module; they depend on which services are configured. */
export type Jobs = (deps: Deps, log: FastifyBaseLogger) => readonly Job[];

/** The context of work that no person asked for. */
export function jobCtx(db: Database, now: Date, publicUrl: string, requestId = 'job'): JobCtx {
  return { db, now, publicUrl, user: null, locale: defaultLanguage, ip: '', requestId };
}

/** Adds a job in the transaction of the change that it follows from: it runs after the commit, or never. */
export async function enqueue(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  name: string,
  payload: Record<string, unknown>,
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ name, payload: JSON.stringify(payload), run_at: now, created_at: now })
    .execute();
}
