import { cached } from '@/server/integrations/cache';
import { type ServiceWatch, type Watched, watched } from '@/server/integrations/health';
import { bundledDelivery } from './bundled-delivery';
import type { DeliveryHost } from './delivery';
import { deliveryAt } from './delivery-client';

const hour = 3600;
const day = 24 * hour;

export interface DeliverySettings {
  /** The delivery host: cities, pickup points, geocoding. */
  deliveryUrl?: string | undefined;
}

/** The configured host or the built-in one. Responses are cached; the last good one is served while the host is down. */
export function openDelivery({
  deliveryUrl,
  now,
  watch,
}: DeliverySettings & Watched & { now: () => Date }): DeliveryHost {
  const host = deliveryUrl ? withHealth(deliveryAt(deliveryUrl), watch) : bundledDelivery;
  const points = cached((key) => host.points(JSON.parse(key)), { seconds: hour, now, keepsLast: true });
  const geocode = cached((key) => host.geocode(JSON.parse(key)), { seconds: day, now, keepsLast: true });
  return {
    cities: cached(host.cities, { seconds: day, now, keepsLast: true }),
    points: (area) => points(JSON.stringify(area)),
    geocode: (query) => geocode(JSON.stringify(query)),
  };
}

function withHealth(
  { cities, points, geocode }: DeliveryHost,
  watch: ServiceWatch | undefined,
): DeliveryHost {
  return {
    cities: watched(watch, 'delivery', cities),
    points: watched(watch, 'delivery', points),
    geocode: watched(watch, 'delivery', geocode),
  };
}
