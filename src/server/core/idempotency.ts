import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalJson } from '@/server/core/json-record';
import type { Ctx } from './context';
import { AppError, rejectValue } from './errors';
import type { Call } from './http/route';
import { maskContacts } from './rights/contacts';

/** How long a response is stored: longer than any client retries. */
const keptFor = 24 * 3600_000;

/**
 * Runs an action at most once per `Idempotency-Key` (rules/core: same key, same order): a repeated request gets the
 * stored response, concurrent ones run one after the other. Call it inside the action's transaction, so that a failure
 * leaves the key unused. Throws ACTION_NOT_VALID when the key was used for another request. Without a key or a user it
 * simply runs.
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
  // Waits for a concurrent request with the same key.
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

/** The request's key. Throws VALIDATION_FAILED for a malformed one. */
export function idempotencyKey(request: Call['request']): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    rejectValue('Idempotency-Key');
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
  // What the person may see now, not then.
  return maskContacts(ctx, kept.answer);
}

/** Equal for equal bodies, whatever the order of their keys. */
export function requestHash({ request, body }: Pick<Call, 'request' | 'body'>): string {
  return createHash('sha256')
    .update(canonicalJson([request.method, request.url, body]))
    .digest('hex');
}
