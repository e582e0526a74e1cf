/**
 * Answers of the delivery host, in one shape for all carriers. They are UNAVAILABLE while it does not respond; an order
 * is then delivered to an address.
 */

/** `GET cities?search=`, a bare list. */
export interface DeliveryCity {
  id: string;
  code: string;
  name: string;
  region: string | null;
  country_code: string;
  postal_code: string | null;
  fias_id: string | null;
  lat: number | null;
  lng: number | null;
}

export const pointTypes = ['PVZ', 'POSTAMAT'] as const;

/** `GET points?city=` or `?bbox=south,west,north,east`, a bare list of at most `maxPoints`. */
export interface DeliveryPoint {
  id: string;
  code: string;
  carrier: string;
  name: string;
  type: (typeof pointTypes)[number];
  city_code: string;
  address: string;
  lat: number;
  lng: number;
  work_time: string | null;
  phone: string | null;
  note: string | null;
  /** In kilograms. */
  max_weight: number | null;
  cash_allowed: boolean | null;
  card_allowed: boolean | null;
}

export const maxPoints = 200;

export const geocodePrecisions = ['exact', 'number', 'near', 'street', 'other'] as const;

/** `GET geocode?address=` or `?lat=&lng=`, a bare list, best match first. */
export interface Geocode {
  formatted_address: string;
  lat: number;
  lng: number;
  precision: (typeof geocodePrecisions)[number];
  components: { kind: string; name: string }[];
}
