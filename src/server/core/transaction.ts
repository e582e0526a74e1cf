import type { Ctx } from './context';
import { isPlanOutdated } from './db/prepared';
import { deadlock, hasSqlState } from './db/sql-state';

/** Attempts of a transaction that PostgreSQL ends for a reason that passes. */
const maxTries = 3;

/**
 * Runs `run` in one transaction and restarts it after a deadlock, or when a migration has changed what a prepared
 * statement in it selects, so its effects outside the database must be safe to repeat.
 */
export async function inTransaction<C extends Ctx, Result>(
  ctx: C,
  run: (inside: C) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ctx.db.transaction().execute((db) => run({ ...ctx, db }));
    } catch (error) {
      const mayPass = hasSqlState(error, deadlock) || isPlanOutdated(error);
      if (!mayPass || tries >= maxTries) throw error;
    }
  }
}
