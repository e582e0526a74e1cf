import type { AttemptState } from '@/contract/payments/attempts';
import type { Attempt } from '@/server/modules/orders/payments/attempts';
import { nextReadAt } from '../next-read';
import type { PaymentDeps } from './provider-deps';

/** Whoever asks has this long before another process may ask; longer than all repeats of a request. */
export const leaseMs = 5 * 60_000;

export const findAttempt = ({ db }: Pick<PaymentDeps, 'db'>, id: number): Promise<Attempt | undefined> =>
  db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Takes an attempt as it was read into another state, for one of those who try at once. Undefined when another was faster,
 * or the attempt has changed meanwhile.
 */
export async function claim(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  attempt: Attempt,
  state: AttemptState,
  more: { key?: string } = {},
): Promise<Attempt | undefined> {
  const moment = now();
  return db
    .updateTable('payment_attempts')
    .set({
      state,
      ...more,
      reads: attempt.reads + 1,
      next_read_at: new Date(moment.getTime() + leaseMs),
      updated_at: moment,
    })
    .where('id', '=', attempt.id)
    .where('state', '=', attempt.state)
    .where('reads', '=', attempt.reads)
    .returningAll()
    .executeTakeFirst();
}

/** No answer came: the attempt is asked about again later, soon at first. */
export async function putOff({ db, now }: Pick<PaymentDeps, 'db' | 'now'>, attempt: Attempt): Promise<void> {
  const next = attempt.reads <= 2 ? now() : nextReadAt({ ...attempt, reads: attempt.reads - 3 }, now());
  await db
    .updateTable('payment_attempts')
    .set({ next_read_at: next, updated_at: now() })
    .where('id', '=', attempt.id)
    .where('reads', '=', attempt.reads)
    .execute();
}
