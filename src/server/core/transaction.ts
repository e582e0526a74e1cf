import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from './context';
import { commitOutcome, findLostCommit } from './db/commit-outcome';
import { isLost, pausesAfterLoss } from './db/lost';
import { isPlanOutdated } from './db/prepared';
import { deadlock, hasSqlState } from './db/sql-state';
import { AppError } from './errors';

/** Attempts of a transaction that PostgreSQL ends for a reason that passes. */
const maxTries = 3;

/**
 * Runs `run` in one transaction and restarts it after a deadlock, when a migration has changed what a prepared
 * statement in it selects, or when the connection broke before its commit; so its effects outside the database must be
 * safe to repeat. When the answer to the commit was lost, the server is asked for the outcome
 * (rules/core: a commit is never done twice); OUTCOME_UNKNOWN when it does not say.
 */
export async function inTransaction<C extends Ctx, Result>(
  ctx: C,
  run: (inside: C) => Promise<Result>,
): Promise<Result> {
  const pauses = pausesAfterLoss();
  for (let tries = 1; ; ) {
    let done: { answer: Result } | undefined;
    try {
      return await ctx.db.transaction().execute(async (db) => {
        const answer = await run({ ...ctx, db });
        done = { answer };
        return answer;
      });
    } catch (error) {
      const sent = findLostCommit(error);
      if (done && sent) {
        const outcome = await commitOutcome(ctx.db, sent);
        if (outcome === 'committed') return done.answer;
        if (outcome === 'unknown') throw new AppError('OUTCOME_UNKNOWN', { cause: error });
      }
      if (isLost(error)) {
        const ms = pauses.next().value;
        if (ms === undefined) throw error;
        await pause(ms);
        continue;
      }
      const mayPass = hasSqlState(error, deadlock) || isPlanOutdated(error);
      if (!mayPass || tries >= maxTries) throw error;
      tries += 1;
    }
  }
}

/**
 * Runs `run` for each row in a transaction of its own, so that one that fails does not stop the others. Returns for how
 * many it answered true.
 */
export async function eachInTransaction<Row>(
  ctx: Ctx,
  rows: readonly Row[],
  run: (inside: Ctx, row: Row) => Promise<boolean>,
  onError: (error: unknown) => void,
): Promise<number> {
  let done = 0;
  for (const row of rows) {
    try {
      if (await inTransaction(ctx, (inside) => run(inside, row))) done += 1;
    } catch (error) {
      onError(error);
    }
  }
  return done;
}
