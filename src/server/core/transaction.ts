import type { Ctx } from './context';

/** How often a transaction is tried that PostgreSQL ended because it and another waited for each other. */
const maxTries = 3;

/**
 * Runs what changes the database in one transaction, from its beginning again when PostgreSQL ended it as a deadlock; so
 * what it does beside the database must bear being done again.
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
