import { type SqlBool, sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { readWhole } from '@/server/core/numbers';
import { shopListService } from './shops';

/** `GET follow-shop`: whether the user follows a shop. */
export async function isFollowing(ctx: UserCtx, shopId: unknown): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('shop_followers')
    .select('shop_id')
    .where('shop_id', '=', readWhole('shop_id', shopId))
    .where('user_id', '=', ctx.user.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** `POST follow-shop`: follows or unfollows a shop; returns whether the user follows it now. Throws NOT_FOUND. */
export async function toggleFollow(ctx: UserCtx, shopId: unknown): Promise<boolean> {
  const id = Number((await shopListService().get(ctx, String(readWhole('shop_id', shopId)))).id);
  const key = { shop_id: id, user_id: ctx.user.id };
  const unfollowed = await ctx.db
    .deleteFrom('shop_followers')
    .where('shop_id', '=', id)
    .where('user_id', '=', ctx.user.id)
    .returning('shop_id')
    .executeTakeFirst();
  if (!unfollowed) {
    await ctx.db
      .insertInto('shop_followers')
      .values({ ...key, created_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await audit(ctx, { family: 'shop-followers', id, action: unfollowed ? 'unfollow' : 'follow', changes: {} });
  return !unfollowed;
}

/** `GET followed-shops`: the shops that the user follows. */
export function listFollowedShops(ctx: UserCtx, query: JsonRecord): Promise<Page<JsonRecord>> {
  const isFollowed = sql<SqlBool>`exists (select 1 from shop_followers f
    where f.shop_id = shops.id and f.user_id = ${ctx.user.id})`;
  return shopListService(() => isFollowed, 'followed-shops').list(ctx, query);
}
