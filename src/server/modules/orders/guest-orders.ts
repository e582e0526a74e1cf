import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { PlaceInput } from '@/contract/orders/schema';
import type { OrderDetails } from '@/contract/orders/wire';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { canonicalJson } from '@/server/core/json-record';
import { orderDetails } from './presenter';

/** As long as the idempotency keys of accounts. */
const keyLifetime = 24 * 3600_000;

/** A second click or a retry comes within a minute; a person who wants the same again takes longer. */
const repeatLifetime = 60_000;

/** The secret that a guest reads an order by: 32 bytes. Only its hash is stored. */
export const newGuestToken = (): string => randomBytes(32).toString('base64url');

export const isGuestToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

export const guestTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * `GET orders/guest/{token}`: the only access a guest has to an order (rules/orders: a guest reads by a secret). Throws
 * NOT_FOUND.
 */
export async function guestOrder(ctx: Ctx, token: string): Promise<OrderDetails> {
  if (!isGuestToken(token)) throw new AppError('NOT_FOUND');
  const row = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('guest_token_hash', '=', guestTokenHash(token))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return orderDetails(ctx, row.id);
}

/**
 * What makes an order without a key the same order again: who buys, what, for how much, where it goes and how it is paid
 * (rules/orders: the same order twice within a minute is one).
 */
export function repeatOf({ products, note: _note, ...input }: PlaceInput): OnceRequest {
  const lines = products
    .map(({ product_id, variation_option_id, order_quantity, unit_price, subtotal }) =>
      [product_id, variation_option_id ?? '', order_quantity, unit_price ?? '', subtotal ?? ''].join('/'),
    )
    .sort();
  const said = canonicalJson({ ...input, lines });
  const hash = createHash('sha256').update(said).digest('hex');
  return { key: `repeat:${hash}`, contact: input.customer_contact, hash, isForMinute: true };
}

interface OnceRequest {
  /** The request's `Idempotency-Key`. */
  key: string;
  /** The key is made of the order itself, and stands for a minute. */
  isForMinute?: boolean;
  /** The order's phone, or the account of a customer of another client: two people may send the same. */
  contact: string;
  /** Of method, address and body. */
  hash: string;
}

type GuestOrder = OrderDetails & { guest_token?: string };

/**
 * `withIdempotencyKey` for a request without an account, or without a key: it is unique together with the contact. The
 * secret is derived from the key and a nonce, so a replay returns it without it being stored. Throws ACTION_NOT_VALID when
 * the key was used with another request.
 */
export async function placeOnceByContact(
  ctx: Ctx,
  request: OnceRequest,
  place: (guestToken: string) => Promise<GuestOrder>,
): Promise<{ order: GuestOrder; isReplay: boolean }> {
  const secret = `${request.key}\n${request.contact}`;
  const keyHash = createHash('sha256').update(secret).digest('hex');
  const nonce = randomBytes(32).toString('base64url');
  await ctx.db
    .deleteFrom('guest_order_keys')
    .where((eb) =>
      eb.or([
        eb('created_at', '<', new Date(ctx.now.getTime() - keyLifetime)),
        // What was cancelled within the minute may be placed again.
        sql<SqlBool>`(key_hash = ${keyHash} and (until <= ${ctx.now} or until is not null and exists (select from orders o
          where o.id = guest_order_keys.order_id and o.order_status in ('order-cancelled', 'order-failed'))))`,
      ]),
    )
    .execute();
  // Waits for a concurrent transaction with the same key.
  const inserted = await ctx.db
    .insertInto('guest_order_keys')
    .values({
      key_hash: keyHash,
      request_hash: request.hash,
      nonce,
      created_at: ctx.now,
      until: request.isForMinute ? new Date(ctx.now.getTime() + repeatLifetime) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key_hash')
    .executeTakeFirst();
  if (!inserted) return { order: await replay(ctx, keyHash, request.hash, secret), isReplay: true };
  const order = await place(deriveToken(nonce, secret));
  await ctx.db
    .updateTable('guest_order_keys')
    .set({ order_id: order.id })
    .where('key_hash', '=', keyHash)
    .execute();
  return { order, isReplay: false };
}

async function replay(ctx: Ctx, keyHash: string, requestHash: string, secret: string): Promise<GuestOrder> {
  const stored = await ctx.db
    .selectFrom('guest_order_keys')
    .select(['request_hash', 'nonce', 'order_id'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirstOrThrow();
  if (stored.request_hash !== requestHash || stored.order_id === null) {
    throw new AppError('ACTION_NOT_VALID');
  }
  return { ...(await orderDetails(ctx, stored.order_id)), guest_token: deriveToken(stored.nonce, secret) };
}

const deriveToken = (nonce: string, secret: string): string =>
  createHmac('sha256', nonce).update(secret).digest('base64url');
