import { type RawBuilder, sql } from 'kysely';
import type { RequestDeps } from '../deps';
import { type Job, type JobCtx, type JobRun, jobCtx } from '../jobs/job';
import { inTransaction } from '../transaction';
import { deliverEvents } from './deliver-events';
import type { BusinessEvent, Consumer } from './event';

type ReaderDeps = Pick<RequestDeps, 'db' | 'now' | 'publicUrl'>;

/** Turn of what a job retries; others begin with 1. */
const setAside = 0;
/** Events of one consumer before it is the next one's turn, and new events are looked for. */
const batch = 100;
/** Fallback: commits wake the readers. */
const pollMs = 30_000;
/** Until the first failure is tried again; the job's own pauses follow. */
const retryMs = 30_000;
/** After this many errors, in six hours, an event is left to administrators. */
const maxFailures = 12;

/** Jobs that read events for the consumers of all modules. */
export function eventJobs(deps: ReaderDeps, consumers: readonly Consumer[]): Job[] {
  if (new Set(consumers.map(({ name }) => name)).size < consumers.length)
    throw new Error('Two consumers have the same name');
  return [
    {
      kind: 'local',
      name: 'events',
      everyMs: pollMs,
      runsAtStart: true,
      wakeOn: 'gostiny_events',
      run: (run) => readEvents(deps, consumers, run),
    },
    ...consumers.map(
      (consumer): Job => ({
        kind: 'queued',
        name: retryJob(consumer.name),
        maxFailures,
        concurrency: 1,
        run: ({ ctx }, { place }) => inTransaction(ctx, (inside) => retry(inside, consumer, Number(place))),
      }),
    ),
  ];
}

const retryJob = (consumer: string) => `events-${consumer}`;

/** Handles all events that wait. Any number of processes may do so at once. */
export async function readEvents(
  deps: ReaderDeps,
  consumers: readonly Consumer[],
  { signal, report }: Pick<JobRun, 'signal' | 'report'>,
): Promise<void> {
  let isDone = false;
  while (!isDone && !signal.aborted) {
    await deliverEvents(ctxOf(deps), consumers);
    isDone = true;
    for (const consumer of consumers)
      for (const place of await nextPlaces(deps, consumer)) {
        if (signal.aborted) return;
        if (await handleAt(deps, consumer, place, report)) isDone = false;
      }
  }
}

const ctxOf = ({ db, now, publicUrl }: ReaderDeps) => jobCtx(db, now(), publicUrl, 'events');

/** Whose turn it is. */
async function nextPlaces({ db }: ReaderDeps, { name, on }: Consumer): Promise<number[]> {
  const rows = await db
    .selectFrom('event_deliveries')
    .select('place')
    .where('consumer', '=', name)
    // A newer release may read more.
    .where('type', 'in', Object.keys(on))
    .where('turn', '>', setAside)
    .orderBy('turn')
    .orderBy('place')
    .limit(batch)
    .execute();
  return rows.map(({ place }) => place);
}

/** False when another process handles it, or has. */
async function handleAt(
  deps: ReaderDeps,
  consumer: Consumer,
  place: number,
  report: (error: unknown) => void,
): Promise<boolean> {
  let event: BusinessEvent | undefined;
  try {
    return await inTransaction(ctxOf(deps), async (ctx) => {
      event = await takeTurn(ctx, consumer, place);
      if (event) await handle(ctx, consumer, event);
      return event !== undefined;
    });
  } catch (error) {
    if (!event) throw error;
    report(error);
    await retryLater(ctxOf(deps), consumer, event, error);
    return true;
  }
}

/**
 * Takes a delivery, unless an earlier one of the same record waits or is being handled. The row's lock is the lease: a
 * process that dies gives it back.
 */
const takeTurn = (ctx: JobCtx, { name }: Consumer, place: number) =>
  take(
    ctx,
    name,
    sql`(select place from event_deliveries next
      where consumer = ${name} and place = ${place} and turn > ${setAside} and not exists (
        select from event_deliveries earlier where earlier.consumer = ${name}
          and earlier.record = next.record and earlier.place < ${place} and earlier.turn > ${setAside})
      for update skip locked)`,
  );

async function take(
  { db }: JobCtx,
  consumer: string,
  place: RawBuilder<unknown>,
): Promise<BusinessEvent | undefined> {
  const { rows } = await sql<BusinessEvent>`delete from event_deliveries d using events e
    where d.consumer = ${consumer} and e.place = d.place and d.place = ${place}
    returning e.place, e.type, e.record_id as record, e.version, e.shop_id as "shopId", e.data`.execute(db);
  return rows[0];
}

async function handle(ctx: JobCtx, { name, on }: Consumer, event: BusinessEvent): Promise<void> {
  const run = on[event.type] as ((ctx: JobCtx, event: BusinessEvent) => Promise<unknown>) | undefined;
  // An older release meets the retry of a newer one.
  if (!run) throw new Error(`${name} does not read ${event.type}`);
  await run(ctx, event);
}

/** Leaves the event to a job, which is retried with growing pauses and shown to administrators, so that others go on. */
async function retryLater(
  ctx: JobCtx,
  { name }: Consumer,
  { place }: BusinessEvent,
  error: unknown,
): Promise<void> {
  await inTransaction(ctx, async ({ db, now }) => {
    const { numUpdatedRows } = await db
      .updateTable('event_deliveries')
      .set({ turn: setAside })
      .where('consumer', '=', name)
      .where('place', '=', place)
      .where('turn', '>', setAside)
      .executeTakeFirst();
    // Another process has handled it meanwhile, or left it to a job.
    if (numUpdatedRows === 0n) return;
    await db
      .insertInto('jobs')
      .values({
        name: retryJob(name),
        payload: JSON.stringify({ place }),
        run_at: new Date(now.getTime() + retryMs),
        created_at: now,
        attempts: 1,
        failures: 1,
        last_error: error instanceof Error ? error.message : String(error),
      })
      .execute();
  });
}

/** Does nothing when an earlier run has handled it and died before its job ended. */
async function retry(ctx: JobCtx, consumer: Consumer, place: number): Promise<void> {
  const event = await take(ctx, consumer.name, sql`${place}`);
  if (event) await handle(ctx, consumer, event);
}
