import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackgroundJobs } from '@/contract/core/jobs';
import { coreJobs } from '@/server/core/jobs/core-jobs';
import { enqueue, type Job } from '@/server/core/jobs/job';
import { JobRunner } from '@/server/core/jobs/runner';
import { inTransaction } from '@/server/core/transaction';
import { modules, services } from '@/server/modules';
import { setUpScene } from '../../support/scene';

/** The job runner: leases, retries, schedules, and the administrators' view. */
const { api, scene } = setUpScene();

let errors: unknown[];
let ran: unknown[];
beforeEach(() => {
  errors = [];
  ran = [];
});

const ctx = () => ({
  db: api.db,
  user: null,
  now: api.now(),
  locale: 'ru',
  ip: '',
  requestId: 'test',
  publicUrl: 'https://shop.test',
});
const pass = (seconds: number) => api.setNow(new Date(api.now().getTime() + seconds * 1000));
const rows = () => api.db.selectFrom('jobs').selectAll().orderBy('id').execute();

/** A process that runs these jobs. */
const processWith = (...jobs: Job[]) =>
  new JobRunner({ ...api.deps, db: api.db, databaseKind: 'server' }, jobs, (error) => errors.push(error));

const queued = (run: Extract<Job, { kind: 'queued' }>['run'], more: object = {}): Job => ({
  kind: 'queued',
  name: 'copy',
  maxFailures: 3,
  concurrency: 1,
  run,
  ...more,
});
const note = queued(async (_run, payload) => void ran.push(payload.number));

/** A promise settled by the test. */
function deferred<Value = void>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A job that runs until the test ends it. */
function pending() {
  const gate = { started: deferred<AbortSignal>(), end: deferred<void>() };
  const job = queued(async ({ signal }) => {
    gate.started.resolve(signal);
    await gate.end.promise;
  });
  return { job, ...gate };
}

describe('a queued job', () => {
  it('runs once after the commit and leaves no row', async () => {
    await enqueue(ctx(), 'copy', { number: 1 });
    const runner = processWith(note);

    await runner.runDue();
    await runner.runDue();

    expect([ran, await rows()]).toEqual([[1], []]);
  });

  it('is announced at the commit, so that a runner need not wait for its turn', async () => {
    let heard = 0;
    const stop = await api.deps.listen('gostiny_jobs', () => {
      heard += 1;
    });
    await inTransaction(ctx(), async (inside) => enqueue(inside, 'copy', { number: 1 }));

    await vi.waitFor(() => expect(heard).toBe(1));
    await stop();
  });

  it('does not run when its transaction is rolled back', async () => {
    const failing = inTransaction(ctx(), async (inside) => {
      await enqueue(inside, 'copy', { number: 1 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');

    await processWith(note).runDue();

    expect(ran).toEqual([]);
  });

  it('waits for its moment, in whichever process', async () => {
    const later = new Date(api.now().getTime() + 60_000);
    await enqueue(ctx(), 'copy', { number: 1 }, later);

    await processWith(note).runDue();
    pass(59);
    await processWith(note).runDue();
    const before = [...ran];
    pass(1);
    await processWith(note).runDue();

    expect([before, ran]).toEqual([[], [1]]);
  });

  it('runs once when two processes look at the same time', async () => {
    for (let number = 0; number < 20; number += 1) await enqueue(ctx(), 'copy', { number });

    await Promise.all([processWith(note), processWith(note), processWith(note)].map((one) => one.runDue()));

    expect([...ran].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('is retried with growing pauses, then given up with its error', async () => {
    await enqueue(ctx(), 'copy', {});
    const runner = processWith(
      queued(async () => {
        throw new Error(`failure ${errors.length + 1}`);
      }),
    );
    const pauses: number[] = [];

    for (let time = 0; time < 3; time += 1) {
      await runner.runDue();
      const [row] = await rows();
      pauses.push(((row?.run_at.getTime() ?? 0) - api.now().getTime()) / 1000);
      await runner.runDue();
      if (row?.failed_at === null) pass(pauses.at(-1) ?? 0);
    }

    expect(pauses.slice(0, 2)).toEqual([30, 60]);
    expect(errors).toHaveLength(3);
    expect(await rows()).toMatchObject([
      { failed_at: api.now(), failures: 3, attempts: 3, last_error: 'failure 3', locked_by: null },
    ]);
  });

  it('waits without counting an error when it answers that it cannot run yet', async () => {
    await enqueue(ctx(), 'copy', {});
    const runner = processWith(queued(async () => (ran.push('asked') < 3 ? 'later' : undefined)));

    for (let time = 0; time < 3; time += 1) {
      await runner.runDue();
      pass(15);
    }

    expect([ran.length, errors, await rows()]).toEqual([3, [], []]);
  });

  it('is claimed by another process a minute after its process was killed', async () => {
    await enqueue(ctx(), 'copy', { number: 1 });
    const killed = pending();
    // It sends no heartbeat: the runner was never started.
    const gone = processWith(killed.job);
    const first = gone.runDue();
    await killed.started.promise;

    pass(59);
    await processWith(note).runDue();
    expect(ran).toEqual([]);
    pass(1);
    await processWith(note).runDue();
    expect([ran, await rows()]).toEqual([[1], []]);

    killed.end.resolve();
    await first;
    expect(errors).toEqual([]);
  });

  it('is kept by a slow process that sends heartbeats', async () => {
    await enqueue(ctx(), 'copy', { number: 1 });
    const slow = pending();
    const runner = processWith(slow.job);
    const run = runner.runDue();
    await slow.started.promise;

    for (let time = 0; time < 5; time += 1) {
      pass(20);
      await runner.heartbeat();
      await processWith(note).runDue();
    }

    expect(ran).toEqual([]);
    slow.end.resolve();
    await run;
    expect(await rows()).toEqual([]);
  });

  it('aborts in a process that lost its lease, and changes nothing of the other one’s row', async () => {
    await enqueue(ctx(), 'copy', { number: 1 });
    const [slow, other] = [pending(), pending()];
    const [first, second] = [processWith(slow.job), processWith(other.job)];
    const firstRun = first.runDue();
    const signal = await slow.started.promise;
    pass(61);
    const secondRun = second.runDue();
    await other.started.promise;

    await first.heartbeat();
    expect(signal.aborted).toBe(true);
    slow.end.resolve();
    await firstRun;
    expect(await rows()).toMatchObject([{ attempts: 2, locked_by: expect.any(String) }]);

    other.end.resolve();
    await secondRun;
    expect(await rows()).toEqual([]);
  });

  it('is released when its process stops', async () => {
    await enqueue(ctx(), 'copy', { number: 1 });
    const slow = pending();
    const runner = processWith(slow.job);
    const run = runner.runDue();
    const signal = await slow.started.promise;
    signal.addEventListener('abort', () => slow.end.resolve());

    await runner.stop();
    await run;

    expect(await rows()).toMatchObject([{ attempts: 0, locked_by: null, failed_at: null }]);
    await processWith(note).runDue();
    expect(ran).toEqual([1]);
  });

  it('is given up when it ends every process that runs it', async () => {
    await enqueue(ctx(), 'copy', {});
    await api.db.updateTable('jobs').set({ attempts: 10 }).execute();

    await processWith(note).runDue();

    expect(ran).toEqual([]);
    expect(await rows()).toMatchObject([{ failed_at: api.now() }]);
  });

  it('starts immediately in a running process', async () => {
    const done = deferred<void>();
    const runner = processWith(queued(async () => done.resolve()));
    await runner.start();

    await enqueue(ctx(), 'copy', {});

    await done.promise;
    await runner.stop();
    expect(await rows()).toEqual([]);
  });
});

describe('a schedule', () => {
  const every = (run: () => Promise<unknown>): Job => ({
    kind: 'scheduled',
    name: 'tidy',
    everyMs: 600_000,
    run,
  });
  const tidy = every(async () => void ran.push(api.now().getTime()));

  it('runs at its time in one of two processes', async () => {
    const both = [processWith(tidy), processWith(tidy)];
    for (const runner of both) await runner.prepare();

    for (let time = 0; time < 4; time += 1) {
      pass(300);
      await Promise.all(both.map((runner) => runner.runDue()));
    }

    expect(ran).toHaveLength(2);
    expect(await rows()).toMatchObject([{ name: 'tidy', is_scheduled: true, finished_at: api.now() }]);
  });

  it('is due at the start when it says so, otherwise at its next turn', async () => {
    const atStart = { ...tidy, name: 'at-start', runsAtStart: true } as Job;
    for (const expected of [1, 2]) {
      const runner = processWith(
        atStart,
        every(async () => void ran.push('in its turn')),
      );
      await runner.prepare();
      await runner.runDue();
      expect(ran).toEqual(Array.from({ length: expected }, () => api.now().getTime()));
    }
  });

  it('continues after errors, sooner than at its next turn', async () => {
    let isBroken = true;
    const runner = processWith(
      every(async () => {
        if (isBroken) throw new Error('down');
      }),
    );
    await runner.prepare();
    pass(600);
    await runner.runDue();
    expect(await rows()).toMatchObject([{ failures: 1, last_error: 'down', failed_at: null }]);

    isBroken = false;
    pass(30);
    await runner.runDue();

    expect(await rows()).toMatchObject([{ failures: 0, last_error: null, finished_at: api.now() }]);
  });

  it('of the embedded database is free at the start of its only process', async () => {
    const killed = new JobRunner({ ...api.deps, databaseKind: 'embedded' }, [tidy], () => {});
    await killed.prepare();
    const later = new Date(api.now().getTime() + 60_000);
    await api.db
      .updateTable('jobs')
      .set({ locked_by: '00000000-0000-4000-8000-000000000000', locked_until: later })
      .execute();

    await new JobRunner({ ...api.deps, databaseKind: 'embedded' }, [tidy], () => {}).prepare();

    expect(await rows()).toMatchObject([{ locked_by: null, locked_until: null }]);
  });
});

describe('a local job', () => {
  it('runs at the start, and again when it is woken while it runs', async () => {
    const gates = [deferred<void>(), deferred<void>()];
    const woken: (() => void)[] = [];
    const listen = async (_channel: string, heard: () => void) => {
      woken.push(heard);
      return async () => {};
    };
    const job: Job = {
      kind: 'local',
      name: 'send',
      everyMs: 600_000,
      runsAtStart: true,
      wakeOn: 'mail',
      run: async () => gates[ran.push('run') - 1]?.promise,
    };
    const runner = new JobRunner({ ...api.deps, listen }, [job], () => {});

    await runner.start();
    for (const wake of woken) {
      wake();
      wake();
    }
    expect(ran).toHaveLength(1);
    gates[0]?.resolve();
    await expect.poll(() => ran.length).toBe(2);
    gates[1]?.resolve();
    await runner.stop();

    expect(ran).toHaveLength(2);
  });
});

describe('administrators', () => {
  it('see failed jobs, and retry them', async () => {
    await enqueue(ctx(), 'copy', { secret: 'of a person' });
    const failing = queued(
      async () => {
        throw new Error('disk full');
      },
      { maxFailures: 1 },
    );
    await processWith(failing).runDue();

    const { status, body } = await api.request<BackgroundJobs>(scene.super_admin, 'GET', 'jobs');
    expect(status).toBe(200);
    expect(body.failed).toMatchObject([{ name: 'copy', failures: 1, last_error: 'disk full' }]);
    expect(JSON.stringify(body)).not.toContain('of a person');
    const path = `jobs/${body.failed[0]?.id}/retry`;
    expect((await api.request(scene.super_admin, 'POST', path)).body).toMatchObject({ failed_at: null });

    await processWith(note).runDue();
    expect([ran.length, await rows()]).toEqual([1, []]);
  });

  it('are the only ones who may', async () => {
    await enqueue(ctx(), 'copy', {});
    const [row] = await rows();
    for (const person of [scene.store_owner, scene.staff, scene.customer]) {
      expect((await api.request(person, 'GET', 'jobs')).status).toBe(403);
      expect((await api.request(person, 'POST', `jobs/${row?.id}/retry`)).status).toBe(403);
    }
    expect((await api.request(scene.super_admin, 'POST', 'jobs/999999/retry')).status).toBe(404);
  });

  it('cannot retry a running job', async () => {
    await enqueue(ctx(), 'copy', {});
    const slow = pending();
    const run = processWith(slow.job).runDue();
    await slow.started.promise;
    const { body } = await api.request<BackgroundJobs>(scene.super_admin, 'GET', 'jobs');

    const path = `jobs/${body.running[0]?.id}/retry`;

    expect((await api.request(scene.super_admin, 'POST', path)).status).toBe(409);
    slow.end.resolve();
    await run;
  });
});

it.each(['ru', 'en', 'ar'])('every job that the page of jobs lists has a name in %s', (language) => {
  const { jobs } = JSON.parse(readFileSync(`public/locales/${language}/insights.json`, 'utf8'));
  const listed = [coreJobs, ...modules.flatMap(({ jobs: own }) => own ?? [])]
    .flatMap((declared) => declared(api.deps, api.app.log, services))
    .filter(({ kind }) => kind !== 'local');

  expect(listed.length).toBeGreaterThan(20);
  expect(listed.map(({ name }) => name).filter((name) => !(name in jobs.names))).toEqual([]);
});
