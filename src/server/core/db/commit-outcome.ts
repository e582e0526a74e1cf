import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../context';
import { isConnectionLost } from './lost';
import { hasSqlState } from './sql-state';

const transactionOf = new WeakMap<Error, string>();

/** Notes on an error that the answer to this transaction's commit was lost. */
export function noteLostCommit(error: Error, transaction: string): void {
  transactionOf.set(error, transaction);
}

/** The transaction whose commit was sent and not answered. */
export const findLostCommit = (error: unknown): string | undefined =>
  error instanceof Error ? transactionOf.get(error) : undefined;

/** As long as a request waits for a connection. */
const patienceMs = 10_000;
const pauseMs = 250;

/**
 * Asks the server whether a transaction was committed, until it answers. 'unknown' when it does not in time.
 *
 * The question itself writes to the log and is answered when a synchronous replica has that: a former primary on its
 * own, whose commits nobody else has, cannot answer it.
 */
export async function commitOutcome(
  db: Database,
  transaction: string,
): Promise<'committed' | 'aborted' | 'unknown'> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    try {
      const { rows } = await sql<{
        status: string | null;
      }>`select pg_xact_status(${transaction}::xid8) as status,
        pg_logical_emit_message(true, 'gostiny', '')`.execute(db);
      const status = rows[0]?.status;
      if (status === 'committed' || status === 'aborted') return status;
      // Its backend still waits for the replica; null is older than the server remembers.
      if (status !== 'in progress') return 'unknown';
    } catch (error) {
      // The new primary has never heard of it.
      if (hasSqlState(error, '22023')) return 'aborted';
      if (!isConnectionLost(error)) return 'unknown';
    }
    await pause(pauseMs);
  }
  return 'unknown';
}
