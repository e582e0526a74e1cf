import type { DeliveryCity, DeliveryPoint, Geocode } from '@/contract/settings/delivery';

/** Where to look for points; `bbox` is `south,west,north,east` in degrees. */
export type DeliveryArea = { city: string } | { bbox: string };

export type GeocodeQuery = { address: string } | { lat: number; lng: number };

/** Delivery host. Every method throws UNAVAILABLE while it does not respond. */
export interface DeliveryHost {
  cities: (search: string) => Promise<DeliveryCity[]>;
  points: (area: DeliveryArea) => Promise<DeliveryPoint[]>;
  geocode: (query: GeocodeQuery) => Promise<Geocode[]>;
}
