import { sql } from 'kysely';
import type { RequestDeps } from '../deps';
import { type Job, type JobCtx, type JobRun, jobCtx } from '../jobs/job';
import { inTransaction } from '../transaction';
import { deliverEvents } from './deliver-events';
import type { BusinessEvent, Consumer } from './event';

type ReaderDeps = Pick<RequestDeps, 'db' | 'now' | 'publicUrl'>;

/** Events of one consumer before it is the next one's turn, and new events are looked for. */
const batch = 100;
/** Fallback: commits wake the readers. */
const pollMs = 30_000;
/** Until the first failure is tried again; the job's own pauses follow. */
const retryMs = 30_000;
/** After this many errors, within a day, an event is left to administrators. */
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
        name: retryJob(consumer),
        maxFailures,
        concurrency: 1,
        run: ({ ctx }, payload) =>
          inTransaction(ctx, (inside) => handle(inside, consumer, payload as unknown as BusinessEvent)),
      }),
    ),
  ];
}

const retryJob = ({ name }: Consumer) => `events-${name}`;

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
      event = await take(ctx, consumer, place);
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
async function take({ db }: JobCtx, { name }: Consumer, place: number): Promise<BusinessEvent | undefined> {
  const { rows } = await sql<BusinessEvent>`delete from event_deliveries d using events e
    where d.consumer = ${name} and e.place = d.place and d.place = (
      select place from event_deliveries next
      where consumer = ${name} and place = ${place} and not exists (
        select from event_deliveries earlier
        where earlier.consumer = ${name} and earlier.record = next.record and earlier.place < ${place})
      for update skip locked)
    returning e.place, e.type, e.record_id as record, e.version, e.shop_id as "shopId", e.data`.execute(db);
  return rows[0];
}

async function handle(ctx: JobCtx, { name, on }: Consumer, event: BusinessEvent): Promise<void> {
  const run = on[event.type] as ((ctx: JobCtx, event: BusinessEvent) => Promise<unknown>) | undefined;
  // An older release meets the retry of a newer one.
  if (!run) throw new Error(`${name} does not read ${event.type}`);
  await run(ctx, event);
}

/** Makes the event a job, which is retried with growing pauses and shown to administrators, so that others go on. */
async function retryLater(
  ctx: JobCtx,
  consumer: Consumer,
  event: BusinessEvent,
  error: unknown,
): Promise<void> {
  await inTransaction(ctx, async ({ db, now }) => {
    const taken = await db
      .deleteFrom('event_deliveries')
      .where('consumer', '=', consumer.name)
      .where('place', '=', event.place)
      .returning('place')
      .executeTakeFirst();
    // Another process has handled it meanwhile.
    if (!taken) return;
    await db
      .insertInto('jobs')
      .values({
        name: retryJob(consumer),
        payload: JSON.stringify(event),
        run_at: new Date(now.getTime() + retryMs),
        created_at: now,
        attempts: 1,
        failures: 1,
        last_error: error instanceof Error ? error.message : String(error),
      })
      .execute();
  });
}
