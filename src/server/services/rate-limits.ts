import { sql } from 'kysely';
import type { Ctx } from '../context';
import { AppError } from '../errors';

/** Counts in the database, so that replicas of the API share them (design §6). */

/** Throws TOO_MANY_REQUESTS with the seconds to wait when any key has reached its limit. */
export async function refuseWhenLimited(ctx: Ctx, keys: string[], limit: number): Promise<void> {
  const full = await ctx.db
    .selectFrom('rate_limits')
    .select('resets_at')
    .where('key', 'in', keys)
    .where('hits', '>=', limit)
    .where('resets_at', '>', ctx.now)
    .orderBy('resets_at', 'desc')
    .executeTakeFirst();
  if (!full) return;
  const seconds = Math.ceil((full.resets_at.getTime() - ctx.now.getTime()) / 1000);
  throw new AppError('TOO_MANY_REQUESTS', { retryAfter: seconds });
}

/** Counts one more; the count starts anew when its time is over. */
export async function hit(ctx: Ctx, key: string, minutes: number): Promise<void> {
  const resetsAt = new Date(ctx.now.getTime() + minutes * 60_000);
  await ctx.db
    .insertInto('rate_limits')
    .values({ key, hits: 1, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when rate_limits.resets_at <= ${ctx.now} then 1 else rate_limits.hits + 1 end`,
        resets_at: sql`case when rate_limits.resets_at <= ${ctx.now} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .execute();
}

export async function clearHits(ctx: Ctx, keys: string[]): Promise<void> {
  await ctx.db.deleteFrom('rate_limits').where('key', 'in', keys).execute();
}
