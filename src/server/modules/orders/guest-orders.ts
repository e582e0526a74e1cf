import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { OrderDetails } from '@/contract/orders/wire';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Call } from '@/server/core/http/route';
import { idempotencyKey, requestHash } from '@/server/core/idempotency';
import { orderDetails } from './presenter';

/** How long a guest's request is known again, as those of accounts are. */
const keptFor = 24 * 3600_000;

/** The secret that a guest reads an order by: 32 bytes. Only its hash is stored. */
export const newGuestToken = (): string => randomBytes(32).toString('base64url');

export const guestTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * `GET orders/guest/{token}`: an order by its secret, the only way that a guest has to it (design §5). Throws NOT_FOUND.
 */
export async function guestOrder(ctx: Ctx, token: string): Promise<OrderDetails> {
  if (!/^[\w-]{43}$/.test(token)) throw new AppError('NOT_FOUND');
  const row = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('guest_token_hash', '=', guestTokenHash(token))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return orderDetails(ctx, row.id);
}

type Answer = OrderDetails & { guest_token?: string };

/**
 * `once` for somebody without an account: the key counts together with the contact of the order. The secret is made of the
 * key and a nonce, so that it is answered again without being kept anywhere. Throws ACTION_NOT_VALID when the key came with
 * another request before.
 */
export async function onceForGuest(
  ctx: Ctx,
  call: Pick<Call, 'request' | 'reply' | 'body'>,
  run: (guestToken: string) => Promise<Answer>,
): Promise<Answer> {
  const key = idempotencyKey(call.request);
  if (key === undefined) return run(newGuestToken());
  const secret = `${key}\n${String(call.body.customer_contact ?? '')}`;
  const row = {
    key_hash: createHash('sha256').update(secret).digest('hex'),
    request_hash: requestHash(call),
  };
  const nonce = randomBytes(32).toString('base64url');
  await ctx.db
    .deleteFrom('guest_order_keys')
    .where('created_at', '<', new Date(ctx.now.getTime() - keptFor))
    .execute();
  // Waits for whoever is at it under the same key.
  const taken = await ctx.db
    .insertInto('guest_order_keys')
    .values({ ...row, nonce, created_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key_hash')
    .executeTakeFirst();
  if (!taken) return repeat(ctx, call.reply, row, secret);
  const answer = await run(tokenOf(nonce, secret));
  await ctx.db
    .updateTable('guest_order_keys')
    .set({ order_id: answer.id })
    .where('key_hash', '=', row.key_hash)
    .execute();
  return answer;
}

async function repeat(
  ctx: Ctx,
  reply: Call['reply'],
  row: { key_hash: string; request_hash: string },
  secret: string,
): Promise<Answer> {
  const kept = await ctx.db
    .selectFrom('guest_order_keys')
    .select(['request_hash', 'nonce', 'order_id'])
    .where('key_hash', '=', row.key_hash)
    .executeTakeFirstOrThrow();
  if (kept.request_hash !== row.request_hash || kept.order_id === null) {
    throw new AppError('ACTION_NOT_VALID');
  }
  reply.code(201).header('idempotency-replayed', 'true');
  return { ...(await orderDetails(ctx, kept.order_id)), guest_token: tokenOf(kept.nonce, secret) };
}

const tokenOf = (nonce: string, secret: string): string =>
  createHmac('sha256', nonce).update(secret).digest('base64url');
