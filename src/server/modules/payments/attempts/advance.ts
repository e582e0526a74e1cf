import type { Database } from '@/server/core/context';
import type { JobRun, Jobs } from '@/server/core/jobs/job';
import type { Attempt } from '@/server/modules/orders/payments/attempts';
import { attemptJob, captureJob } from '../follow-events';
import { captureShipped } from '../holds/decide-capture';
import { nextReadAt } from '../next-read';
import { cancelUnwanted, read, resolve, send } from './ask';
import { findAttempt } from './claim';
import { findProvider, type PaymentDeps } from './provider-deps';
import { settleHold } from './settle-hold';
import { sweep, sweepEveryMs } from './sweep';

/**
 * Asks the acquirer for what an attempt needs next: to be created, found, read or cancelled. Outside of any transaction, by
 * whoever comes first; safe to repeat at any moment.
 */
export async function advance(
  deps: PaymentDeps,
  id: number,
  options = { isWaitedFor: false },
): Promise<void> {
  const attempt = await findAttempt(deps, id);
  const provider = attempt && findProvider(deps, attempt.provider, options);
  if (!provider) return;
  const asked = { deps, provider, attempt };
  switch (attempt.state) {
    case 'new':
      return send(asked);
    case 'unknown':
      return resolve(asked);
    case 'pending':
      await (attempt.is_open ? read(asked) : cancelUnwanted(asked));
      return;
    case 'held':
      return settleHold(asked);
    default:
      await read(asked);
  }
}

/** Attempts read in one run; the rest waits for the next one. */
const maxAttempts = 200;

/** Reads what waits for an answer or a buyer (rules/payments: webhooks may be lost). */
async function poll(deps: PaymentDeps, { signal, report }: JobRun): Promise<void> {
  for (const { id } of await dueAttempts(deps.db, deps.now())) {
    if (signal.aborted) return;
    try {
      await move(deps, id);
      await advance(deps, id);
    } catch (error) {
      report(error);
    }
  }
}

const dueAttempts = (db: Database, now: Date) =>
  db
    .selectFrom('payment_attempts')
    .select('id')
    .where('next_read_at', '<=', now)
    .orderBy('next_read_at')
    .limit(maxAttempts)
    .execute();

/** First moves the next read on, so that an attempt that cannot be read does not come back at once. */
async function move({ db, now }: PaymentDeps, id: number): Promise<void> {
  const attempt = await findAttempt({ db }, id);
  if (!attempt || attempt.state === 'new' || attempt.state === 'unknown') return;
  await db
    .updateTable('payment_attempts')
    .set({
      reads: attempt.reads + 1,
      next_read_at: nextReadAt({ ...attempt, reads: attempt.reads + 1 }, now()),
    })
    .where('id', '=', id)
    .where('reads', '=', attempt.reads)
    .execute();
}

/** Whether there is still no link, and an answer may come within seconds. */
const isUnderWay = (attempt: Attempt | undefined) =>
  attempt !== undefined && ['new', 'unknown'].includes(attempt.state) && attempt.reads < 4;

const waitsForBuyer = (attempt: Attempt | undefined) => attempt?.state === 'pending' && attempt.is_open;

export const attemptJobs: Jobs<PaymentDeps> = (deps) => [
  {
    kind: 'queued',
    name: attemptJob,
    maxFailures: 5,
    concurrency: 4,
    run: async (_run, payload) => {
      const id = Number(payload.id);
      // What the buyer can pay by now is read by `payment-polls`.
      if (!waitsForBuyer(await findAttempt(deps, id))) await advance(deps, id);
      return isUnderWay(await findAttempt(deps, id)) ? 'later' : undefined;
    },
  },
  {
    kind: 'queued',
    name: captureJob,
    maxFailures: 5,
    concurrency: 2,
    run: ({ ctx }, { orderId }) => captureShipped(ctx, Number(orderId)),
  },
  { kind: 'scheduled', name: 'payment-polls', everyMs: 60_000, run: (run) => poll(deps, run) },
  { kind: 'scheduled', name: 'payment-sweep', everyMs: sweepEveryMs, run: (run) => sweep(deps, run) },
];
