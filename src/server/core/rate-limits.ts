import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Ctx } from './context';
import { AppError } from './errors';

/** Counters in the database, shared by all replicas. */

/** Throws TOO_MANY_REQUESTS with the seconds to wait when any key has reached its limit. */
export async function assertBelowLimit(ctx: Ctx, keys: string[], limit: number): Promise<void> {
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

/** Increments a counter that nothing is refused by. Returns its count. */
export async function countHit(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { key, minutes }: Omit<Limit, 'hits'>,
): Promise<number> {
  const counts = await consume(ctx, { key, minutes, hits: Number.POSITIVE_INFINITY });
  return counts[key] ?? 0;
}

/** Increments a counter; it restarts when its window ends. */
export async function increment(ctx: Ctx, key: string, minutes: number): Promise<void> {
  await consume(ctx, { key, hits: Number.POSITIVE_INFINITY, minutes });
}

export async function clearCounts(ctx: Ctx, keys: string[]): Promise<void> {
  await ctx.db.deleteFrom('rate_limits').where('key', 'in', keys).execute();
}

/** At most `max` times in `minutes` minutes under one key. */
export interface Limit {
  key: string;
  hits: number;
  minutes: number;
}

/**
 * Increments each limit and throws TOO_MANY_REQUESTS when one is exceeded. Called before the action, so that concurrent
 * requests cannot slip through; `restore` undoes it for legitimate ones. Never inside a transaction: a rollback would
 * undo the count. Returns the counts by key.
 */
export async function consume(
  ctx: Pick<Ctx, 'db' | 'now'>,
  ...limits: readonly Limit[]
): Promise<Record<string, number>> {
  // In key order, so that concurrent requests cannot deadlock.
  const sorted = [...limits].sort((a, b) => (a.key < b.key ? -1 : 1));
  const rows = await ctx.db
    .insertInto('rate_limits')
    .values(
      sorted.map(({ key, minutes }) => ({
        key,
        hits: 1,
        resets_at: new Date(ctx.now.getTime() + minutes * 60_000),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when rate_limits.resets_at <= ${ctx.now} then 1 else rate_limits.hits + 1 end`,
        resets_at: sql`case when rate_limits.resets_at <= ${ctx.now} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(['key', 'hits', 'resets_at'])
    .execute();
  const over = rows.filter((row) => limits.some(({ key, hits }) => key === row.key && row.hits > hits));
  if (over.length === 0) return Object.fromEntries(rows.map(({ key, hits }) => [key, hits]));
  const last = Math.max(...over.map(({ resets_at }) => resets_at.getTime()));
  throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil((last - ctx.now.getTime()) / 1000) });
}

/** Decrements the counter of each key. */
export async function restore(ctx: Ctx, keys: readonly string[]): Promise<void> {
  await ctx.db
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', 1) }))
    .where('key', 'in', keys)
    .where('hits', '>', 0)
    .execute();
}

/** Deletes the counters of all keys with this prefix. */
export async function clearHitsBelow(ctx: Ctx, prefix: string): Promise<void> {
  await ctx.db.deleteFrom('rate_limits').where(sql<boolean>`starts_with(key, ${prefix})`).execute();
}

/** True the first time within `minutes` minutes. */
export async function isFirst(ctx: Ctx, key: string, minutes: number): Promise<boolean> {
  const counts = await consume(ctx, { key, hits: Number.POSITIVE_INFINITY, minutes });
  return counts[key] === 1;
}

/**
 * One turn every `seconds` seconds. The first call only reserves it, so a client that uses a new key each time never
 * gets one. Throws TOO_MANY_REQUESTS with the seconds to wait.
 */
export async function awaitTurn(ctx: Ctx, key: string, seconds: number): Promise<void> {
  const resetsAt = new Date(ctx.now.getTime() + seconds * 1000);
  const turn = await ctx.db
    .insertInto('rate_limits')
    .values({ key, hits: 0, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ hits: 1, resets_at: resetsAt })
        .where('rate_limits.resets_at', '<=', ctx.now),
    )
    .returning('hits')
    .executeTakeFirst();
  if (turn?.hits === 1) return;
  const reserved = await ctx.db
    .selectFrom('rate_limits')
    .select('resets_at')
    .where('key', '=', key)
    .executeTakeFirst();
  const at = reserved?.resets_at ?? resetsAt;
  throw new AppError('TOO_MANY_REQUESTS', {
    retryAfter: Math.max(1, Math.ceil((at.getTime() - ctx.now.getTime()) / 1000)),
  });
}

/**
 * Whose requests a limit counts: the signed-in person's, or those of a guest's network. Whoever looks through a vendor's
 * eyes uses up the own limits.
 */
export function identifyRequester(ctx: Pick<Ctx, 'user' | 'ip'>): string {
  return ctx.user ? `user:${ctx.user.view?.by.id ?? ctx.user.id}` : `ip:${toNetwork(ctx)}`;
}

/**
 * The network of a visitor: the last 64 bits of an IPv6 address are the visitor's own choice, so they are cut off. The
 * only reader of an address for a limit; a test forbids any other (`tests/server/core/http/networks.test.ts`).
 */
export function toNetwork({ ip }: { ip: string }): string {
  const [plain = ''] = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%');
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail = ''] = plain.toLowerCase().split('::');
  const groups = head ? head.split(':') : [];
  const rest = tail ? tail.split(':') : [];
  while (groups.length + rest.length < 8) groups.push('0');
  const network = [...groups, ...rest].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
