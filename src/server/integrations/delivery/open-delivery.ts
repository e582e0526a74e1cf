import { cacheAnswers } from '@/server/integrations/cache';
import { type ServiceWatch, type WatchDeps, watchCalls } from '@/server/integrations/health';
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
}: DeliverySettings & WatchDeps & { now: () => Date }): DeliveryHost {
  const host = deliveryUrl ? withHealth(deliveryAt(deliveryUrl), watch) : bundledDelivery;
  const points = cacheAnswers((key) => host.points(JSON.parse(key)), { seconds: hour, now, keepsLast: true });
  const geocode = cacheAnswers((key) => host.geocode(JSON.parse(key)), {
    seconds: day,
    now,
    keepsLast: true,
  });
  return {
    cities: cacheAnswers(host.cities, { seconds: day, now, keepsLast: true }),
    points: (area) => points(JSON.stringify(area)),
    geocode: (query) => geocode(JSON.stringify(query)),
  };
}

function withHealth(
  { cities, points, geocode }: DeliveryHost,
  watch: ServiceWatch | undefined,
): DeliveryHost {
  return {
    cities: watchCalls(watch, 'delivery', cities),
    points: watchCalls(watch, 'delivery', points),
    geocode: watchCalls(watch, 'delivery', geocode),
  };
}
