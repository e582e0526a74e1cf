import type { ReceiptFailure } from '@/contract/receipts/registers';
import type { Database } from '@/server/core/context';
import type { RegisterAnswer } from '@/server/integrations/registers/cash-register';
import { pausedUntil, refusedUntil } from './next-ask';

/**
 * Notes whether a register answers. Returns false while nothing more is to be sent to it (rules/receipts: a register that
 * is down catches up in order).
 */
export async function noteRegister(
  { db, now }: { db: Database; now: () => Date },
  name: string,
  answer: RegisterAnswer,
): Promise<boolean> {
  const moment = now();
  const before = await db
    .selectFrom('cash_registers')
    .select(['failures', 'failing_since'])
    .where('name', '=', name)
    .executeTakeFirst();
  const own = db.updateTable('cash_registers').where('name', '=', name);
  const failed = failureIn(answer);
  if (failed) {
    const failures = (before?.failures ?? 0) + 1;
    const until = failed.isForAll ? refusedUntil(moment) : pausedUntil(moment, failures);
    await own
      .set({
        failures,
        failing_since: before?.failing_since ?? moment,
        paused_until: until,
        failure: failed.failure,
        failure_text: failed.text,
      })
      .execute();
    return until <= moment;
  }
  await own
    .set({
      failures: 0,
      failing_since: null,
      failure: null,
      failure_text: null,
      paused_until: null,
      answered_at: moment,
    })
    .execute();
  if (before && before.failures >= silentFrom) await wake(db, name, moment);
  return true;
}

/** So many failures are not those of one document. */
const silentFrom = 3;

function failureIn(
  answer: RegisterAnswer,
): { failure: ReceiptFailure; text: string; isForAll: boolean } | undefined {
  if (answer.kind === 'unknown') return { failure: 'silent', text: answer.failure, isForAll: false };
  if (answer.kind !== 'failed' || answer.cause !== 'access') return undefined;
  const { failure, text } = answer;
  return { failure, text, isForAll: failure === 'access' };
}

/** It answers again: what it has left open is asked about at once. */
async function wake(db: Database, name: string, now: Date): Promise<void> {
  await db
    .updateTable('receipts')
    .set({ next_ask_at: now })
    .where('register', '=', name)
    .where('state', 'in', ['asked', 'unknown'])
    .where('next_ask_at', '>', now)
    // Those that another question is under way for keep their lease.
    .where('error_code', '=', 'silent')
    .execute();
}
