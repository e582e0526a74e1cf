import type { Ctx } from './context';
import { isPlanOutdated } from './db/prepared';

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
      const isDeadlock = (error as { code?: unknown }).code === '40P01';
      if (!(isDeadlock || isPlanOutdated(error)) || tries >= maxTries) throw error;
    }
  }
}
