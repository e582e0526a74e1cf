import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql, type UpdateObject } from 'kysely';
import type { DB } from '../db/types';
import type { DatabaseDeps, RequestDeps } from '../deps';
import { logError } from '../http/error-reports';
import { type Job, type JobRun, jobCtx, type QueuedJob, type ScheduledJob } from './job';

/** A process that sends no heartbeat for this long loses its jobs. */
const leaseMs = 60_000;
const heartbeatMs = 20_000;
/** Interval of polling; queued jobs are announced and start immediately. */
const pollMs = 15_000;
/** Delays after the first, second … error; the last one repeats. */
const retryMinutes = [0.5, 1, 2, 5, 10, 30, 60];
/** A job that was claimed this many times more than it failed crashes the processes that run it. */
const maxLostRuns = 10;
/** How long `stop` waits for running jobs; the rest are claimed again when their leases end. */
const stopMs = 8000;

interface ClaimedJob {
  id: number;
  name: string;
  payload: Record<string, unknown>;
  attempts: number;
  failures: number;
}

interface RunningJob {
  name: string;
  control: AbortController;
  ended: Promise<void>;
}

type RunnerDeps = Pick<RequestDeps, 'db' | 'now' | 'publicUrl'> & DatabaseDeps;

/**
 * Runs the jobs of all modules in this process. Any number of processes may run the same jobs: a claimed row is leased
 * to one of them, and another takes it over when the lease ends. A job may therefore run twice, so it must be
 * idempotent.
 */
export class JobRunner {
  private readonly id = randomUUID();
  private readonly deps: RunnerDeps;
  private readonly jobs: ReadonlyMap<string, Job>;
  private readonly onError: (error: unknown, job?: string) => void;
  private readonly running = new Map<number, RunningJob>();
  private readonly local = new Map<string, Promise<void>>();
  /** Local jobs that were triggered while they ran. */
  private readonly wokenAgain = new Set<string>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly listening: Promise<(() => Promise<void>) | undefined>[] = [];
  private readonly stopping = new AbortController();
  private claiming: Promise<void> | undefined;
  private wanted: 'all' | 'queued' | undefined;

  constructor(deps: RunnerDeps, jobs: readonly Job[], onError: (error: unknown, job?: string) => void) {
    this.deps = deps;
    this.jobs = new Map(jobs.map((job) => [job.name, job]));
    if (this.jobs.size < jobs.length) throw new Error('Two jobs have the same name');
    this.onError = onError;
  }

  /** Starts jobs by the clock and by notification. Schedules wait for the first poll. */
  async start(): Promise<void> {
    await this.prepare().catch(this.onError);
    if (this.stopping.signal.aborted) return;
    this.every(pollMs, () => void this.claimDue());
    this.every(heartbeatMs, () => void this.heartbeat());
    for (const job of this.jobs.values()) {
      if (job.kind !== 'local') continue;
      this.every(job.everyMs, () => this.runLocal(job.name));
      if (job.wakeOn) this.listen(job.wakeOn, () => this.runLocal(job.name));
      if (job.runsAtStart) this.runLocal(job.name);
    }
    if (this.namesOf('queued').length === 0) return;
    this.listen('gostiny_jobs', () => void this.claimDue('queued'));
    void this.claimDue('queued');
  }

  /**
   * Adds the rows of new schedules, and moves those forward that run at the start. The embedded database has a single
   * process: leases found at its start are stale.
   */
  async prepare(): Promise<void> {
    const { db, now, databaseKind } = this.deps;
    const moment = now();
    const scheduled = [...this.jobs.values()].filter((job) => job.kind === 'scheduled');
    const rows = scheduled.map(({ name, everyMs, runsAtStart }) => ({
      name,
      is_scheduled: true,
      run_at: runsAtStart ? moment : new Date(moment.getTime() + everyMs),
      created_at: moment,
    }));
    if (rows.length > 0)
      await db
        .insertInto('jobs')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column('name')
            .where('is_scheduled', '=', true)
            .doUpdateSet({ run_at: sql`least(jobs.run_at, excluded.run_at)` }),
        )
        .execute();
    if (databaseKind === 'embedded')
      await db
        .updateTable('jobs')
        .set({ locked_by: null, locked_until: null })
        .where('locked_by', 'is not', null)
        .execute();
  }

  /** Runs everything due, and what becomes due meanwhile. For tests: a server calls `start`. */
  async runDue(): Promise<void> {
    do {
      await this.claimDue();
      await Promise.all([...this.running.values()].map(({ ended }) => ended));
    } while (!this.stopping.signal.aborted && (await this.isAnythingDue()));
  }

  /** Claims no more, signals running jobs to stop and waits for them a moment. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.stopping.abort();
    await Promise.all(this.listening.map(async (listening) => (await listening)?.()));
    await this.claiming;
    for (const { control } of this.running.values()) control.abort();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, stopMs);
    });
    const ended = [...this.local.values(), ...[...this.running.values()].map((job) => job.ended)];
    await Promise.race([Promise.all(ended), patience]);
    clearTimeout(timer);
  }

  /** Extends the leases of running jobs and aborts those that another process has claimed. */
  async heartbeat(): Promise<void> {
    if (this.running.size === 0) return;
    const ids = [...this.running.keys()];
    const held = await this.deps.db
      .updateTable('jobs')
      .set({ locked_until: this.later(leaseMs) })
      .where('id', 'in', ids)
      .where('locked_by', '=', this.id)
      .returning('id')
      .execute()
      .catch((error: unknown) => this.onError(error));
    if (!held) return;
    const heldIds = new Set(held.map(({ id }) => id));
    for (const id of ids) if (!heldIds.has(id)) this.running.get(id)?.control.abort();
  }

  private every(ms: number, run: () => void): void {
    this.timers.push(setInterval(run, ms).unref());
  }

  private listen(channel: string, heard: () => void): void {
    // Without notifications polling still works.
    this.listening.push(
      this.deps.listen(channel, heard).catch((error: unknown) => {
        this.onError(error);
        return undefined;
      }),
    );
  }

  private namesOf(kind: 'scheduled' | 'queued'): string[] {
    return [...this.jobs.values()].filter((job) => job.kind === kind).map(({ name }) => name);
  }

  /** One claiming loop at a time: a call during a run makes it check once more. */
  private async claimDue(kinds: 'all' | 'queued' = 'all'): Promise<void> {
    if (this.wanted !== 'all') this.wanted = kinds;
    this.claiming ??= this.claimWanted().finally(() => {
      this.claiming = undefined;
    });
    await this.claiming;
  }

  private async claimWanted(): Promise<void> {
    try {
      while (this.wanted && !this.stopping.signal.aborted) {
        const kinds = this.wanted;
        this.wanted = undefined;
        while (await this.claimNext(kinds));
      }
    } catch (error) {
      this.wanted = undefined;
      this.onError(error);
    }
  }

  private async claimNext(kinds: 'all' | 'queued'): Promise<boolean> {
    if (this.stopping.signal.aborted) return false;
    const names = this.freeNames(kinds);
    if (names.length === 0) return false;
    const { db, now } = this.deps;
    const { rows } = await sql<ClaimedJob>`update jobs
      set locked_by = ${this.id}, locked_until = ${this.later(leaseMs)}, started_at = ${now()}, attempts = attempts + 1
      where id = (select id from jobs
        where failed_at is null and run_at <= ${now()} and (locked_until is null or locked_until <= ${now()})
          and name = any(${names}::text[]) and id <> all(${[...this.running.keys()]}::bigint[])
        order by run_at, id limit 1 for update skip locked)
      returning id, name, payload, attempts, failures`.execute(db);
    const [claimed] = rows;
    const job = claimed && this.jobs.get(claimed.name);
    if (!claimed || !job || job.kind === 'local') return false;
    const control = new AbortController();
    const ended = this.runClaimed(job, claimed, control.signal).finally(() => {
      this.running.delete(claimed.id);
      // A slot is free for a waiting job.
      if (job.kind === 'queued') void this.claimDue('queued');
    });
    this.running.set(claimed.id, { name: job.name, control, ended });
    return true;
  }

  /** Names of jobs that this process has a free slot for. */
  private freeNames(kinds: 'all' | 'queued'): string[] {
    const counts = new Map<string, number>();
    for (const { name } of this.running.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...this.jobs.values()].flatMap((job) => {
      if (job.kind === 'local' || (kinds === 'queued' && job.kind !== kinds)) return [];
      const most = job.kind === 'queued' ? job.concurrency : 1;
      return (counts.get(job.name) ?? 0) < most ? [job.name] : [];
    });
  }

  private async runClaimed(
    job: ScheduledJob | QueuedJob,
    claimed: ClaimedJob,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      if (claimed.attempts - claimed.failures > maxLostRuns && job.kind === 'queued')
        return await this.giveUp(claimed, 'The process ended each time it ran');
      const answer = await job.run(this.runOf(job, signal), claimed.payload);
      if (signal.aborted || answer === 'later') await this.putBack(claimed, signal.aborted ? 0 : pollMs);
      else await this.complete(job, claimed);
    } catch (error) {
      this.onError(error, job.name);
      await this.fail(job, claimed, error).catch(this.onError);
    }
  }

  private runOf({ name }: Job, signal: AbortSignal): JobRun {
    const { db, now, publicUrl } = this.deps;
    return {
      ctx: jobCtx(db, now(), publicUrl, name),
      signal,
      report: (error) => this.onError(error, name),
    };
  }

  /** The row, unless another process has claimed it meanwhile. */
  private leased({ id }: ClaimedJob) {
    return this.deps.db.updateTable('jobs').where('id', '=', id).where('locked_by', '=', this.id);
  }

  /** Frees the row for the next claim. */
  private async release(claimed: ClaimedJob, values: UpdateObject<DB, 'jobs'>): Promise<void> {
    await this.leased(claimed)
      .set({ ...values, locked_by: null, locked_until: null })
      .execute();
  }

  private async complete(job: ScheduledJob | QueuedJob, claimed: ClaimedJob): Promise<void> {
    if (job.kind === 'queued') {
      const { db } = this.deps;
      await db.deleteFrom('jobs').where('id', '=', claimed.id).where('locked_by', '=', this.id).execute();
      return;
    }
    await this.release(claimed, {
      run_at: this.later(job.everyMs),
      finished_at: this.deps.now(),
      attempts: 0,
      failures: 0,
      last_error: null,
    });
  }

  /** Left to the next process or poll; does not count as an attempt. */
  private async putBack(claimed: ClaimedJob, pauseMs: number): Promise<void> {
    await this.release(claimed, { run_at: this.later(pauseMs), attempts: claimed.attempts - 1 });
  }

  /** A schedule continues after any error, earlier than its next turn; a queued job is given up after some errors. */
  private async fail(job: ScheduledJob | QueuedJob, claimed: ClaimedJob, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    const failures = claimed.failures + 1;
    if (job.kind === 'queued' && failures >= job.maxFailures) return this.giveUp(claimed, message);
    const pauseMs = (retryMinutes[failures - 1] ?? retryMinutes.at(-1) ?? 0) * 60_000;
    await this.release(claimed, {
      run_at: this.later(job.kind === 'scheduled' ? Math.min(pauseMs, job.everyMs) : pauseMs),
      failures,
      last_error: message,
    });
  }

  private async giveUp(claimed: ClaimedJob, message: string): Promise<void> {
    await this.release(claimed, {
      failed_at: this.deps.now(),
      failures: claimed.failures + 1,
      last_error: message,
    });
  }

  private runLocal(name: string): void {
    const job = this.jobs.get(name);
    if (job?.kind !== 'local' || this.stopping.signal.aborted) return;
    if (this.local.has(name)) {
      this.wokenAgain.add(name);
      return;
    }
    this.wokenAgain.delete(name);
    const ended = job
      .run(this.runOf(job, this.stopping.signal))
      .catch((error: unknown) => this.onError(error, name))
      .then(() => {
        this.local.delete(name);
        if (this.wokenAgain.has(name)) this.runLocal(name);
      });
    this.local.set(name, ended);
  }

  private async isAnythingDue(): Promise<boolean> {
    const { db, now } = this.deps;
    const row = await db
      .selectFrom('jobs')
      .select('id')
      .where('failed_at', 'is', null)
      .where('locked_by', 'is', null)
      .where('run_at', '<=', now())
      .where('name', 'in', this.freeNames('all'))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  private later(ms: number): Date {
    return new Date(this.deps.now().getTime() + ms);
  }
}

/** Runs the jobs while the server listens: an app that tests call in-process runs none. */
export function startJobs(app: FastifyInstance, deps: RunnerDeps, jobs: readonly Job[]): void {
  const runner = new JobRunner(deps, jobs, (error, job) => logError(app.log, error, 'job failed', { job }));
  app.addHook('onListen', () => runner.start());
  app.addHook('preClose', () => runner.stop());
}
