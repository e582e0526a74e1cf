import { type SqlBool, sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { settingsOptions } from '@/server/core/settings';
import { shopsFor } from './shops';

/** At most so many shops around a place: one page. */
const most = 100;

/**
 * `GET near-by-shop/{lat}/{lng}`: active shops within so many km as the settings say by the great circle, the nearest first, each with its
 * `distance` in kilometres (reference rules R-190). A shop without a place is not near. Throws BAD_REQUEST.
 */
export async function shopsNear(ctx: Ctx, lat: string, lng: string): Promise<JsonRecord[]> {
  const [latitude, longitude] = [degrees(lat, 90), degrees(lng, 180)];
  const { maxShopDistance: kilometres } = await settingsOptions(ctx);
  const { rows } = await sql<{ id: number; distance: number }>`
    select id, round(distance::numeric, 3)::float8 as distance from (
      select id, 12742 * asin(least(1, sqrt(
        power(sin(radians(lat - ${latitude}::float8) / 2), 2) + cos(radians(${latitude}::float8)) * cos(radians(lat))
          * power(sin(radians(lng - ${longitude}::float8) / 2), 2)))) as distance
      from (
        select id, (settings #>> '{location,lat}')::float8 as lat, (settings #>> '{location,lng}')::float8 as lng
        from shops where is_active and deleted_at is null
          and jsonb_typeof(settings #> '{location,lat}') = 'number'
          and jsonb_typeof(settings #> '{location,lng}') = 'number'
      ) as placed
    ) as measured
    where distance < ${kilometres} order by distance, id limit ${most}`.execute(ctx.db);
  const ids = rows.map(({ id }) => Number(id));
  const near = shopsFor(() => sql<boolean>`shops.id = any(${ids}::bigint[])`);
  const { data } = await near.list(ctx, { limit: String(most) });
  const found = new Map(data.map((shop) => [shop.id, shop]));
  return rows.flatMap(({ id, distance }) => {
    const shop = found.get(Number(id));
    return shop ? [{ ...shop, distance: Number(distance) }] : [];
  });
}

function degrees(text: string, limit: number): number {
  const value = /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(value) <= limit)) throw new AppError('BAD_REQUEST');
  return value;
}

/** `GET follow-shop`: whether the person follows a shop. */
export async function isFollowing(ctx: UserCtx, shopId: unknown): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('shop_followers')
    .select('shop_id')
    .where('shop_id', '=', idIn(shopId))
    .where('user_id', '=', ctx.user.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** `POST follow-shop`: follows a shop or no longer does; answers whether it is followed now. Throws NOT_FOUND. */
export async function toggleFollowing(ctx: UserCtx, shopId: unknown): Promise<boolean> {
  const id = Number((await shopsFor().get(ctx, String(idIn(shopId)))).id);
  const key = { shop_id: id, user_id: ctx.user.id };
  const left = await ctx.db
    .deleteFrom('shop_followers')
    .where('shop_id', '=', id)
    .where('user_id', '=', ctx.user.id)
    .returning('shop_id')
    .executeTakeFirst();
  if (!left) {
    await ctx.db
      .insertInto('shop_followers')
      .values({ ...key, created_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await audit(ctx, { family: 'shop-followers', id, action: left ? 'unfollow' : 'follow', changes: {} });
  return !left;
}

/** `GET followed-shops`: a page of the shops that the person follows. */
export function followedShops(ctx: UserCtx, query: JsonRecord): Promise<Page<JsonRecord>> {
  const followed = sql<SqlBool>`exists (select 1 from shop_followers f
    where f.shop_id = shops.id and f.user_id = ${ctx.user.id})`;
  return shopsFor(() => followed, 'followed-shops').list(ctx, query);
}

function idIn(value: unknown): number {
  if (/^[1-9]\d{0,14}$/.test(String(value))) return Number(value);
  throw new AppError('VALIDATION_FAILED', { fields: { shop_id: ['error-wrong-value'] } });
}
