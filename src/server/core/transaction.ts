import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from './context';
import { commitOutcome, findLostCommit } from './db/commit-outcome';
import { isConnectionLost, reconnectPauses } from './db/lost';
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
  const pauses = reconnectPauses();
  for (let tries = 1; ; ) {
    let done: { answer: Result } | undefined;
    const waiting: (() => void)[] = [];
    const finish = ({ answer }: { answer: Result }) => {
      for (const act of waiting) act();
      return answer;
    };
    try {
      const committed = await ctx.db.transaction().execute(async (db) => {
        done = { answer: await run({ ...ctx, db, afterCommit: waiting }) };
        return done;
      });
      return finish(committed);
    } catch (error) {
      const sent = findLostCommit(error);
      if (done && sent) {
        const outcome = await commitOutcome(ctx.db, sent);
        if (outcome === 'committed') return finish(done);
        if (outcome === 'unknown') throw new AppError('OUTCOME_UNKNOWN', { cause: error });
      }
      if (isConnectionLost(error)) {
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
 * Runs `act` when the transaction of this context is committed, and never for an attempt that was rolled back; outside of
 * a transaction at once. For what cannot be taken back, such as a cookie of the answer.
 */
export function afterCommit(ctx: Pick<Ctx, 'afterCommit'>, act: () => void): void {
  if (ctx.afterCommit) ctx.afterCommit.push(act);
  else act();
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
