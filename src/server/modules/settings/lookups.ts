import { isBic, isInn } from '@/contract/core/requisites';
import type { DeliveryCity, DeliveryPoint, Geocode } from '@/contract/settings/delivery';
import type { AddressSuggestion, BankInfo, OrganisationInfo } from '@/contract/settings/lookups';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { readDecimal } from '@/server/core/numbers';
import { assertBelowLimit, increment } from '@/server/core/rate-limits';
import type { DeliveryHost } from '@/server/integrations/delivery/delivery';
import type { Directories } from '@/server/integrations/suggest/directories';

/** Requests per user and minute: more than a form makes, too few to copy a paid directory. */
const requestsPerMinute = { lookups: 120, delivery: 240 };

/** Throws TOO_MANY_REQUESTS. */
async function countRequest(ctx: UserCtx, directory: keyof typeof requestsPerMinute): Promise<void> {
  const key = `${directory}:${ctx.user.id}`;
  await assertBelowLimit(ctx, [key], requestsPerMinute[directory]);
  await increment(ctx, key, 1);
}

/** `GET suggest/address`: empty for a query under three characters. Throws UNAVAILABLE. */
export async function suggestAddresses(
  ctx: UserCtx,
  directories: Directories,
  input: unknown,
): Promise<AddressSuggestion[]> {
  const query = normalizeText(input);
  if (query.length < 3) return [];
  await countRequest(ctx, 'lookups');
  return directories.addresses(query);
}

/** `GET organizations/info`. Throws VALIDATION_FAILED for an invalid ИНН, and UNAVAILABLE. */
export async function findOrganisations(
  ctx: UserCtx,
  directories: Directories,
  input: unknown,
): Promise<OrganisationInfo[]> {
  const inn = normalizeText(input).replace(/[\s-]/g, '');
  if (!/^(\d{10}|\d{12})$/.test(inn)) {
    rejectField('inn', inn.length > 10 ? 'error-inn-length-12' : 'error-inn-length-10');
  }
  if (!isInn(inn)) rejectField('inn', 'error-inn-checksum');
  await countRequest(ctx, 'lookups');
  return directories.organisations(inn);
}

/** `GET banks/info`. Throws VALIDATION_FAILED for an invalid БИК, NOT_FOUND and UNAVAILABLE. */
export async function findBank(ctx: UserCtx, directories: Directories, input: unknown): Promise<BankInfo> {
  const bic = normalizeText(input).replace(/\s/g, '');
  if (!isBic(bic)) rejectField('bic', 'error-bic-format');
  await countRequest(ctx, 'lookups');
  const bank = await directories.bank(bic);
  if (!bank) throw new AppError('NOT_FOUND');
  return bank;
}

/** `GET cities?search=`, also `name=`: empty for a query under two characters. Throws UNAVAILABLE. */
export async function findCities(
  ctx: UserCtx,
  host: DeliveryHost,
  query: JsonRecord,
): Promise<DeliveryCity[]> {
  // Clients of the dialect search every list by `name:text`.
  const search = normalizeText(query.search ?? query.name).replace(/^name:/, '');
  if (search.length < 2) return [];
  await countRequest(ctx, 'delivery');
  return host.cities(search.toLowerCase());
}

/** `GET points?city=` or `?bbox=south,west,north,east`. Throws VALIDATION_FAILED and UNAVAILABLE. */
export async function findPoints(
  ctx: UserCtx,
  host: DeliveryHost,
  query: JsonRecord,
): Promise<DeliveryPoint[]> {
  const city = normalizeText(query.city);
  if (city === '' && query.bbox === undefined) rejectValue('city');
  const bbox = city === '' ? parseBbox(normalizeText(query.bbox)) : '';
  await countRequest(ctx, 'delivery');
  return host.points(city === '' ? { bbox } : { city });
}

/** Rounded to about a hundred metres, so that neighbouring maps share a cache entry. */
function parseBbox(text: string): string {
  const parts = text.split(',').map((part) => readDecimal(part.trim()));
  const [south = Number.NaN, west = Number.NaN, north = Number.NaN, east = Number.NaN] = parts;
  const isBox = parts.length === 4 && Math.abs(south) <= 90 && Math.abs(north) <= 90 && south < north;
  if (!isBox || !(Math.abs(west) <= 180 && Math.abs(east) <= 180 && west < east)) rejectValue('bbox');
  return parts.map((part) => part.toFixed(3)).join(',');
}

/** `GET geocode?address=`, also `query=`, or `?lat=&lng=`. Throws VALIDATION_FAILED and UNAVAILABLE. */
export async function geocode(ctx: UserCtx, host: DeliveryHost, query: JsonRecord): Promise<Geocode[]> {
  const address = normalizeText(query.address ?? query.query);
  if (address.length >= 3) {
    await countRequest(ctx, 'delivery');
    return host.geocode({ address });
  }
  if (query.lat === undefined && query.lng === undefined) rejectValue('address');
  const [lat, lng] = [parseDegrees('lat', query.lat, 90), parseDegrees('lng', query.lng, 180)];
  await countRequest(ctx, 'delivery');
  return host.geocode({ lat, lng });
}

function parseDegrees(key: string, value: unknown, max: number): number {
  const text = normalizeText(value);
  const degrees = readDecimal(text);
  if (!(Math.abs(degrees) <= max)) rejectValue(key);
  return Number(degrees.toFixed(4));
}

function normalizeText(input: unknown): string {
  return typeof input === 'string' ? input.trim().replace(/\s+/g, ' ').slice(0, 300) : '';
}
