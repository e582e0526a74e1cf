import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from './context';
import { AppError } from './errors';
import type { Call } from './http/route';

/** How long an answer is kept: longer than any client tries again. */
const keptFor = 24 * 3600_000;

/**
 * Runs what must not happen twice (design §5): a request with an `Idempotency-Key` is answered a second time with what it
 * was answered first, and two that come at once run one after the other. Belongs into the transaction of what it runs, so
 * that a refusal leaves the key unused. Throws ACTION_NOT_VALID when the key came with another request before. Without a
 * key or a person it simply runs.
 */
export async function withIdempotencyKey(
  ctx: Ctx,
  { request, reply, body }: Pick<Call, 'request' | 'reply' | 'body'>,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const key = idempotencyKey(request);
  if (key === undefined || !ctx.user) return run();
  const row = { user_id: ctx.user.id, key };
  const request_hash = requestHash({ request, body });
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', row.user_id)
    .where('created_at', '<', new Date(ctx.now.getTime() - keptFor))
    .execute();
  // Waits for whoever is at it under the same key.
  const taken = await ctx.db
    .insertInto('idempotency_keys')
    .values({ ...row, request_hash, status: 0, answer: 'null', created_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!taken) return repeat(ctx, reply, row, request_hash);
  const answer = await run();
  await ctx.db
    .updateTable('idempotency_keys')
    .set({ status: reply.statusCode, answer: sql`${JSON.stringify(answer ?? null)}::jsonb` })
    .where('user_id', '=', row.user_id)
    .where('key', '=', key)
    .execute();
  return answer;
}

/** The key that a request came with. Throws VALIDATION_FAILED for one that is none. */
export function idempotencyKey(request: Call['request']): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError('VALIDATION_FAILED', { fields: { 'Idempotency-Key': ['error-wrong-value'] } });
  }
  return key;
}

async function repeat(
  ctx: Ctx,
  reply: Call['reply'],
  { user_id, key }: { user_id: number; key: string },
  requestHash: string,
): Promise<unknown> {
  const kept = await ctx.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (kept.request_hash !== requestHash) throw new AppError('ACTION_NOT_VALID');
  reply.code(kept.status).header('idempotency-replayed', 'true');
  return kept.answer;
}

/** The same of two requests that ask for the same, however their keys are ordered. */
export function requestHash({ request, body }: Pick<Call, 'request' | 'body'>): string {
  const text = JSON.stringify([request.method, request.url, body], (_key, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  );
  return createHash('sha256').update(text).digest('hex');
}
