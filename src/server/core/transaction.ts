import type { Ctx } from './context';

/** Attempts of a transaction that PostgreSQL aborts as a deadlock. */
const maxTries = 3;

/**
 * Runs `run` in one transaction and restarts it after a deadlock, so its effects outside the database must be safe to
 * repeat.
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
      if (!isDeadlock || tries >= maxTries) throw error;
    }
  }
}
