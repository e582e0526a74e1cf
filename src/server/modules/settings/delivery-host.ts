import type { DeliveryCity, DeliveryPoint, Geocode } from '@/contract/settings/delivery';
import type { UserCtx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import { assertBelowLimit, increment } from '@/server/core/rate-limits';
import type { JsonRecord } from '@/server/core/resource/query';
import type { DeliveryHost } from '@/server/integrations/delivery/delivery';

/** Questions of a person: more than choosing a point makes, too few to copy the host, whose answers cost money. */
const limit = { hits: 240, minutes: 1 };

async function count(ctx: UserCtx): Promise<void> {
  const key = `delivery:${ctx.user.id}`;
  await assertBelowLimit(ctx, [key], limit.hits);
  await increment(ctx, key, limit.minutes);
}

/** `GET cities?search=`, also `name=`: none for a beginning too short to mean anything. Throws UNAVAILABLE. */
export async function findCities(
  ctx: UserCtx,
  host: DeliveryHost,
  query: JsonRecord,
): Promise<DeliveryCity[]> {
  // Clients of the dialect search every list by `name:text`.
  const asked = clean(query.search ?? query.name).replace(/^name:/, '');
  if (asked.length < 2) return [];
  await count(ctx);
  return host.cities(asked.toLowerCase());
}

/** `GET points?city=` or `?bbox=south,west,north,east`. Throws VALIDATION_FAILED and UNAVAILABLE. */
export async function findPoints(
  ctx: UserCtx,
  host: DeliveryHost,
  query: JsonRecord,
): Promise<DeliveryPoint[]> {
  const city = clean(query.city);
  if (city === '' && query.bbox === undefined) rejectValue('city');
  const bbox = city === '' ? boxOf(clean(query.bbox)) : '';
  await count(ctx);
  return host.points(city === '' ? { bbox } : { city });
}

/** Four degrees that enclose something, rounded to a hundred metres: neighbours ask for the same. */
function boxOf(text: string): string {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [south = Number.NaN, west = Number.NaN, north = Number.NaN, east = Number.NaN] = parts;
  const isBox = parts.length === 4 && Math.abs(south) <= 90 && Math.abs(north) <= 90 && south < north;
  if (!isBox || !(Math.abs(west) <= 180 && Math.abs(east) <= 180 && west < east)) rejectValue('bbox');
  return parts.map((part) => part.toFixed(3)).join(',');
}

/** `GET geocode?address=`, also `query=`, or `?lat=&lng=`. Throws VALIDATION_FAILED and UNAVAILABLE. */
export async function geocode(ctx: UserCtx, host: DeliveryHost, query: JsonRecord): Promise<Geocode[]> {
  const address = clean(query.address ?? query.query);
  if (address.length >= 3) {
    await count(ctx);
    return host.geocode({ address });
  }
  if (query.lat === undefined && query.lng === undefined) rejectValue('address');
  const [lat, lng] = [degrees('lat', query.lat, 90), degrees('lng', query.lng, 180)];
  await count(ctx);
  return host.geocode({ lat, lng });
}

function degrees(key: string, value: unknown, most: number): number {
  const found = clean(value) === '' ? Number.NaN : Number(value);
  if (!(Math.abs(found) <= most)) rejectValue(key);
  return Number(found.toFixed(4));
}

function clean(asked: unknown): string {
  return typeof asked === 'string' ? asked.trim().replace(/\s+/g, ' ').slice(0, 300) : '';
}
