import { type SqlBool, sql } from 'kysely';
import { maxWishes, type Wish } from '@/contract/catalogue/wishlists/schema';
import type { Page } from '@/contract/core/paging';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { lockUser } from '@/server/core/lock-user';
import { readPathId } from '@/server/core/numbers';
import { listProducts } from '../products/list/list-products';
import { productPolicy } from '../products/policy';

const wishColumns = ['id', 'user_id', 'product_id', 'created_at'] as const;

/**
 * `GET wishlists` and `GET my-wishlists`: the products of the person's own wishlist that are on sale, the last wish
 * first (rules/catalogue: a wishlist is its owner's).
 */
export function listWishes(ctx: UserCtx, query: JsonRecord, endpoint: string): Promise<Page<JsonRecord>> {
  const mine = sql`from wishlists w where w.product_id = products.id and w.user_id = ${ctx.user.id}`;
  const wished = { fits: () => sql<SqlBool>`exists (select 1 ${mine})`, order: sql`(select w.id ${mine})` };
  return listProducts(ctx, query, wished.fits, { endpoint, order: wished.order });
}

/** `GET wishlists/in_wishlist/{product_id}`. */
export async function isWished(ctx: UserCtx, key: string): Promise<boolean> {
  return (await findWish(ctx, readPathId(key))) !== undefined;
}

/** `POST wishlists`: the wish, the same one when it exists. Throws NOT_FOUND for a product that is not on sale. */
export async function addWish(ctx: UserCtx, productId: number): Promise<Wish> {
  // Of concurrent requests none passes the limit or adds a second wish.
  await lockUser(ctx, ctx.user.id);
  const found = await findWish(ctx, productId);
  if (found) return found;
  await assertOnSale(ctx, productId);
  await assertRoom(ctx);
  const row = await ctx.db
    .insertInto('wishlists')
    .values({ user_id: ctx.user.id, product_id: productId, created_at: ctx.now })
    .returning(wishColumns)
    .executeTakeFirstOrThrow();
  return { ...row, created_at: row.created_at.toISOString() };
}

/** `POST wishlists/toggle`: adds or removes; returns whether the product is on the wishlist now. */
export async function toggleWish(ctx: UserCtx, productId: number): Promise<boolean> {
  if (await deleteWish(ctx, productId)) return false;
  await addWish(ctx, productId);
  return true;
}

/** `DELETE wishlists/{product_id}`, also of a product that is no longer on sale. Throws NOT_FOUND. */
export async function removeWish(ctx: UserCtx, key: string): Promise<boolean> {
  if (!(await deleteWish(ctx, readPathId(key)))) throw new AppError('NOT_FOUND');
  return true;
}

async function findWish(ctx: UserCtx, productId: number): Promise<Wish | undefined> {
  const row = await ctx.db
    .selectFrom('wishlists')
    .select(wishColumns)
    .where('user_id', '=', ctx.user.id)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row && { ...row, created_at: row.created_at.toISOString() };
}

async function deleteWish(ctx: UserCtx, productId: number): Promise<boolean> {
  const gone = await ctx.db
    .deleteFrom('wishlists')
    .where('user_id', '=', ctx.user.id)
    .where('product_id', '=', productId)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

async function assertOnSale(ctx: UserCtx, productId: number): Promise<void> {
  const readable = productPolicy(ctx, 'read');
  await ctx.db
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .where('deleted_at', 'is', null)
    .where((eb) => readable?.(eb) ?? eb.val(true))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

async function assertRoom(ctx: UserCtx): Promise<void> {
  const { wishes } = await ctx.db
    .selectFrom('wishlists')
    .select(({ fn }) => fn.countAll<number>().as('wishes'))
    .where('user_id', '=', ctx.user.id)
    .executeTakeFirstOrThrow();
  if (Number(wishes) >= maxWishes) rejectField('product_id', 'error-too-many');
}
