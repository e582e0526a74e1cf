import { trimEnd } from '@/contract/core/text';
import {
  type DeliveryCity,
  type DeliveryPoint,
  type Geocode,
  geocodePrecisions,
  maxPoints,
  pointTypes,
} from '@/contract/settings/delivery';
import { fetchJson } from '@/server/integrations/outgoing/fetch-json';
import { number, record, text } from '@/server/integrations/values';
import type { DeliveryHost } from './delivery';

/** Client of a delivery host, which adapts the carriers. Its responses are untrusted and validated. */
export function deliveryAt(url: string): DeliveryHost {
  const ask = async (path: string, query: Record<string, string>) => {
    const answer = await fetchJson(`${trimEnd(url, '/')}/${path}?${new URLSearchParams(query)}`);
    const list = Array.isArray(answer) ? answer : record(answer).data;
    return Array.isArray(list) ? list.slice(0, maxPoints).map(record) : [];
  };
  return {
    cities: async (search) => (await ask('cities', { search })).flatMap((row) => cityIn(row) ?? []),
    points: async (area) => (await ask('points', { ...area })).flatMap((row) => pointIn(row) ?? []),
    geocode: async (query) => {
      const params = 'address' in query ? query : { lat: String(query.lat), lng: String(query.lng) };
      return (await ask('geocode', params)).flatMap((row) => geocodeIn(row) ?? []);
    },
  };
}

type JsonObject = Record<string, unknown>;

const key = (value: unknown) => text(value) ?? number(value)?.toString() ?? null;

function cityIn(row: JsonObject): DeliveryCity | undefined {
  const code = key(row.code) ?? key(row.id);
  const name = text(row.name);
  if (code === null || name === null) return undefined;
  return {
    id: key(row.id) ?? code,
    code,
    name,
    region: text(row.region),
    country_code: text(row.country_code) ?? 'RU',
    postal_code: key(row.postal_code),
    fias_id: text(row.fias_id),
    lat: number(row.lat),
    lng: number(row.lng ?? row.lon),
  };
}

function pointIn(row: JsonObject): DeliveryPoint | undefined {
  const code = key(row.code) ?? key(row.id);
  const [lat, lng, name] = [number(row.lat), number(row.lng ?? row.lon), text(row.name)];
  if (code === null || lat === null || lng === null || name === null) return undefined;
  const flag = (value: unknown) => (typeof value === 'boolean' ? value : null);
  return {
    id: key(row.id) ?? code,
    code,
    carrier: text(row.carrier) ?? '',
    name,
    lat,
    lng,
    type: pointTypes.find((type) => type === row.type) ?? 'PVZ',
    city_code: key(row.city_code) ?? '',
    address: text(row.address) ?? '',
    work_time: text(row.work_time),
    phone: text(row.phone),
    note: text(row.note),
    max_weight: number(row.max_weight),
    cash_allowed: flag(row.cash_allowed),
    card_allowed: flag(row.card_allowed),
  };
}

function geocodeIn(row: JsonObject): Geocode | undefined {
  const [lat, lng, formatted_address] = [number(row.lat), number(row.lng), text(row.formatted_address)];
  if (lat === null || lng === null || formatted_address === null) return undefined;
  const components = Array.isArray(row.components) ? row.components.slice(0, 20).map(record) : [];
  return {
    formatted_address,
    lat,
    lng,
    precision: geocodePrecisions.find((precision) => precision === row.precision) ?? 'other',
    components: components.map((part) => ({ kind: text(part.kind) ?? '', name: text(part.name) ?? '' })),
  };
}
