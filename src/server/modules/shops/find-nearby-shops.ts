import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { settingsOptions } from '@/server/core/settings';
import { shopListService } from './shops';

const maxShops = 100;

/**
 * `GET near-by-shop/{lat}/{lng}`: active shops within the setting `maxShopDistance`, nearest first, each with its
 * great-circle `distance` in kilometres. Leaves out shops without a location. Throws BAD_REQUEST.
 */
export async function findNearbyShops(ctx: Ctx, lat: string, lng: string): Promise<JsonRecord[]> {
  const [latitude, longitude] = [parseDegrees(lat, 90), parseDegrees(lng, 180)];
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
      ) as located
    ) as measured
    where distance < ${kilometres} order by distance, id limit ${maxShops}`.execute(ctx.db);
  const ids = rows.map(({ id }) => Number(id));
  const nearby = shopListService(() => sql<boolean>`shops.id = any(${ids}::bigint[])`);
  const { data } = await nearby.list(ctx, { limit: String(maxShops) });
  const shopsById = new Map(data.map((shop) => [shop.id, shop]));
  return rows.flatMap(({ id, distance }) => {
    const shop = shopsById.get(Number(id));
    return shop ? [{ ...shop, distance: Number(distance) }] : [];
  });
}

function parseDegrees(text: string, limit: number): number {
  const value = /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(value) <= limit)) throw new AppError('BAD_REQUEST');
  return value;
}
