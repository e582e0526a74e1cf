import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { Ctx } from '@/server/core/context';
import type { LockedOrder } from '@/server/modules/orders/lock-order';
import type { Attempt } from '@/server/modules/orders/payments/attempts';
import { decideCapture, isReady } from '../holds/decide-capture';
import { openHoldTask } from '../holds/hold-tasks';
import { applyRead, inAttempt } from './apply';
import { type AttemptAtAcquirer, cancelUnwanted, isPassing, read } from './ask';
import { findAttempt, leaseMs } from './claim';

const hour = 3_600_000;
/** A person is asked this long before a hold ends, and what nobody has decided is taken this long before. */
const askedMs = 24 * hour;
const takenMs = 6 * hour;

/**
 * What held money needs next: to be let go, read, taken. It is read before each request, because the answer to an earlier one
 * may be lost: nothing is sent twice blindly (rules/payments: a hold is taken once).
 */
export async function settleHold(asked: AttemptAtAcquirer): Promise<void> {
  const { deps, attempt } = asked;
  if (isUnderWay(attempt, deps.now())) return;
  if (!attempt.is_open) {
    await cancelUnwanted(asked);
    return;
  }
  const isRead = await read(asked);
  if (!attempt.is_two_stage) return;
  // A person is asked also while the acquirer is silent.
  await watch(asked);
  if (!isRead) return;
  const now = await findAttempt(deps, attempt.id);
  if (now?.state === 'held' && now.is_open && now.capture_key !== null)
    await capture({ ...asked, attempt: now }, now.capture_key);
}

/** Another process waits for an answer; one that has died leaves the request to whoever comes after the lease. */
const isUnderWay = ({ capture_sent_at }: Attempt, now: Date): boolean =>
  capture_sent_at !== null && now.getTime() - capture_sent_at.getTime() < leaseMs;

/** Before a hold ends (rules/payments: a hold never ends by itself). */
const watch = ({ deps, attempt: { id } }: AttemptAtAcquirer): Promise<void> =>
  inAttempt(deps, id, async (ctx: Ctx, order: LockedOrder, attempt: Attempt) => {
    const { state, is_open, capture_key, capture_until } = attempt;
    if (state !== 'held' || !is_open || capture_key !== null || capture_until === null) return;
    const left = capture_until.getTime() - ctx.now.getTime();
    if (left <= takenMs || (await isReady(ctx, order))) await decideCapture(ctx, order);
    else if (left <= askedMs) await openHoldTask(ctx, attempt, 'hold_expiring');
  });

async function capture({ deps, provider, attempt }: AttemptAtAcquirer, key: string): Promise<void> {
  const claimed = await claimCapture({ deps, attempt }, key);
  if (!claimed || claimed.payment_id === null || claimed.capture_amount === null) return;
  const [amount, held] = [toMinor(claimed.capture_amount), toMinor(claimed.held)];
  const asked = { id: claimed.payment_id, key, ...(amount !== held && { amount }) };
  const result = await provider.capture(asked);
  if (result.kind === 'done') return applyRead(deps, provider, claimed.id, result.value);
  const isRefused =
    result.kind === 'refused' && !isPassing(provider, result.code) && !passing.includes(result.code);
  if (!isRefused) return noteUnanswered({ deps, attempt }, key, failureOf(result));
  // It may have ended, or been taken by an earlier request.
  if (await read({ deps, provider, attempt: claimed }))
    await refuse({ deps, attempt }, key, failureOf(result));
  else await noteUnanswered({ deps, attempt }, key, failureOf(result));
}

type Own = Pick<AttemptAtAcquirer, 'deps' | 'attempt'>;

/** Of many at once one asks. */
const claimCapture = ({ deps: { db, now }, attempt }: Own, key: string): Promise<Attempt | undefined> =>
  db
    .updateTable('payment_attempts')
    .set({ capture_sent_at: now(), updated_at: now() })
    .where('id', '=', attempt.id)
    .where('state', '=', 'held')
    .where('is_open', '=', true)
    .where('capture_key', '=', key)
    .where((eb) =>
      eb.or([
        eb('capture_sent_at', 'is', null),
        eb('capture_sent_at', '<=', new Date(now().getTime() - leaseMs)),
      ]),
    )
    .returningAll()
    .executeTakeFirst();

/** Credentials that are being changed; at T-Bank (4, 8) an earlier request is still being carried out. */
const passing = ['invalid_credentials', 'forbidden', '401', '403', '4', '8'];

const failureOf = (result: { failure: string } | { code: string; message: string | null }): string =>
  'failure' in result ? result.failure : (result.message ?? result.code);

/** Whether it was taken is seen by reading; the same key is sent again only after that. */
async function noteUnanswered({ deps: { db, now }, attempt }: Own, key: string, failure: string) {
  await db
    .updateTable('payment_attempts')
    .set({
      capture_sent_at: null,
      failure,
      updated_at: now(),
      next_read_at: sql<Date>`least(next_read_at, ${new Date(now().getTime() + 60_000)}::timestamptz)`,
    })
    .where('id', '=', attempt.id)
    .where('state', '=', 'held')
    .where('capture_key', '=', key)
    .execute();
}

/** The acquirer will not take it: a person decides, and another try has another key. */
const refuse = ({ deps, attempt: { id } }: Own, key: string, failure: string): Promise<void> =>
  inAttempt(deps, id, async (ctx, _order, attempt) => {
    if (attempt.state !== 'held' || attempt.capture_key !== key) return;
    await ctx.db
      .updateTable('payment_attempts')
      .set({
        capture_key: null,
        capture_amount: null,
        capture_sent_at: null,
        failure,
        updated_at: ctx.now,
      })
      .where('id', '=', id)
      .execute();
    if (attempt.is_open) await openHoldTask(ctx, attempt, 'capture_failed', failure);
  });
