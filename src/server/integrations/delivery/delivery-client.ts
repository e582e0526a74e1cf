import {
  type DeliveryCity,
  type DeliveryPoint,
  type Geocode,
  geocodePrecisions,
  maxPoints,
  pointTypes,
} from '@/contract/settings/delivery';
import { fetchJson } from '@/server/integrations/fetch-json';
import { number, record, text } from '@/server/integrations/values';
import type { DeliveryHost } from './delivery';

/** A delivery host of this dialect; carriers are read into its shape behind it. What it says is not trusted. */
export function deliveryAt(url: string): DeliveryHost {
  const ask = async (path: string, query: Record<string, string>) => {
    const answer = await fetchJson(`${url.replace(/\/+$/, '')}/${path}?${new URLSearchParams(query)}`);
    const list = Array.isArray(answer) ? answer : record(answer).data;
    return Array.isArray(list) ? list.slice(0, maxPoints).map(record) : [];
  };
  return {
    cities: async (search) => (await ask('cities', { search })).flatMap((one) => cityIn(one) ?? []),
    points: async (place) => (await ask('points', { ...place })).flatMap((one) => pointIn(one) ?? []),
    geocode: async (query) => {
      const asked = 'address' in query ? query : { lat: String(query.lat), lng: String(query.lng) };
      return (await ask('geocode', asked)).flatMap((one) => geocodeIn(one) ?? []);
    },
  };
}

type Answered = Record<string, unknown>;

const key = (value: unknown) => text(value) ?? number(value)?.toString() ?? null;

function cityIn(one: Answered): DeliveryCity | undefined {
  const code = key(one.code) ?? key(one.id);
  const name = text(one.name);
  if (code === null || name === null) return undefined;
  return {
    ...{ id: key(one.id) ?? code, code, name, region: text(one.region) },
    ...{ country_code: text(one.country_code) ?? 'RU', postal_code: key(one.postal_code) },
    ...{ fias_id: text(one.fias_id), lat: number(one.lat), lng: number(one.lng ?? one.lon) },
  };
}

function pointIn(one: Answered): DeliveryPoint | undefined {
  const code = key(one.code) ?? key(one.id);
  const [lat, lng, name] = [number(one.lat), number(one.lng ?? one.lon), text(one.name)];
  if (code === null || lat === null || lng === null || name === null) return undefined;
  const flag = (value: unknown) => (typeof value === 'boolean' ? value : null);
  return {
    ...{ id: key(one.id) ?? code, code, carrier: text(one.carrier) ?? '', name, lat, lng },
    type: pointTypes.find((type) => type === one.type) ?? 'PVZ',
    ...{ city_code: key(one.city_code) ?? '', address: text(one.address) ?? '' },
    ...{ work_time: text(one.work_time), phone: text(one.phone), note: text(one.note) },
    ...{ max_weight: number(one.max_weight), cash_allowed: flag(one.cash_allowed) },
    card_allowed: flag(one.card_allowed),
  };
}

function geocodeIn(one: Answered): Geocode | undefined {
  const [lat, lng, formatted_address] = [number(one.lat), number(one.lng), text(one.formatted_address)];
  if (lat === null || lng === null || formatted_address === null) return undefined;
  const components = Array.isArray(one.components) ? one.components.slice(0, 20).map(record) : [];
  return {
    ...{ formatted_address, lat, lng },
    precision: geocodePrecisions.find((precision) => precision === one.precision) ?? 'other',
    components: components.map((part) => ({ kind: text(part.kind) ?? '', name: text(part.name) ?? '' })),
  };
}
