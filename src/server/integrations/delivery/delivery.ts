import type { DeliveryCity, DeliveryPoint, Geocode } from '@/contract/settings/delivery';
import { cached } from '@/server/integrations/cache';
import { type ServiceWatch, watched } from '@/server/integrations/health';
import { bundledDelivery } from './bundled-delivery';
import { deliveryAt } from './delivery-client';

/** A part of the map: degrees, `south,west,north,east` as text. */
export type Place = { city: string } | { bbox: string };

export type GeocodeQuery = { address: string } | { lat: number; lng: number };

/** The delivery host (design §8). Each throws UNAVAILABLE while it does not answer. */
export interface DeliveryHost {
  cities: (search: string) => Promise<DeliveryCity[]>;
  points: (place: Place) => Promise<DeliveryPoint[]>;
  geocode: (query: GeocodeQuery) => Promise<Geocode[]>;
}

const hour = 3600;
const day = 24 * hour;

/** The host at an address, else the bundled one; answers are remembered, and the last good one outlives a host that is down. */
export function openDelivery({
  deliveryUrl,
  now,
  watch,
}: {
  deliveryUrl?: string | undefined;
  now: () => Date;
  watch?: ServiceWatch | undefined;
}): DeliveryHost {
  const host = deliveryUrl ? asked(deliveryAt(deliveryUrl), watch) : bundledDelivery;
  const points = cached((key) => host.points(JSON.parse(key)), { seconds: hour, now, keepsLast: true });
  const geocode = cached((key) => host.geocode(JSON.parse(key)), { seconds: day, now, keepsLast: true });
  return {
    cities: cached(host.cities, { seconds: day, now, keepsLast: true }),
    points: (place) => points(JSON.stringify(place)),
    geocode: (query) => geocode(JSON.stringify(query)),
  };
}

function asked({ cities, points, geocode }: DeliveryHost, watch: ServiceWatch | undefined): DeliveryHost {
  return {
    cities: watched(watch, 'delivery', cities),
    points: watched(watch, 'delivery', points),
    geocode: watched(watch, 'delivery', geocode),
  };
}
