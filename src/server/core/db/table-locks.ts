import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../context';
import { deadlock, hasSqlState } from './sql-state';

const pauseMs = 200;

/** True for a lock that was not granted in time, and for the loser of a deadlock. */
export const isLocked = (error: unknown): boolean => hasSqlState(error, '55P03', deadlock);

/** Repeats what did not get its locks, for so long. */
export async function whenUnlocked<Result>(run: () => Promise<Result>, patienceMs: number): Promise<Result> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error;
    }
    await pause(pauseMs);
  }
}

/**
 * Locks tables against everybody, after `others` against writes, without holding up requests for long. Call it first in
 * a transaction, and repeat that `whenUnlocked`.
 */
export async function lockTables(
  trx: Database,
  tables: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  const lock = async (names: readonly string[], mode: string) => {
    if (names.length === 0) return;
    const listed = sql.join(names.map((name) => sql`only ${sql.table(name)}`));
    await sql`lock table ${listed} in ${sql.raw(mode)} mode`.execute(trx);
  };
  // Ends an automatic vacuum, which would delay the locks below; requests do not wait for this one.
  await sql`set local lock_timeout = '4s'`.execute(trx);
  await lock([...others, ...tables], 'share update exclusive');
  // All waits together are shorter than deadlock_timeout: of two that wait for each other it is this one that gives up.
  await sql`set local lock_timeout = '30ms'`.execute(trx);
  await lock(others, 'share row exclusive');
  await lock(tables, 'access exclusive');
}
