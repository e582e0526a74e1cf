import { type DeliveryCity, type DeliveryPoint, type Geocode, maxPoints } from '@/contract/settings/delivery';
import { bundledDirectories } from '@/server/integrations/suggest/bundled';
import { type City, cities } from '../suggest/bundled-cities';
import type { DeliveryArea, DeliveryHost, GeocodeQuery } from './delivery';

const folded = (text: string) => text.toLowerCase().replaceAll('ё', 'е');

const cityOf = ({ name, region, zip, point }: City): DeliveryCity => ({
  id: zip,
  code: zip,
  name,
  region,
  country_code: 'RU',
  postal_code: zip,
  fias_id: null,
  lat: point[0],
  lng: point[1],
});

/** Three points in every large city; every third one is a locker. */
const points: readonly DeliveryPoint[] = cities.flatMap((city) =>
  city.streets.slice(0, 4).map((street, index): DeliveryPoint => {
    const isLocker = index % 3 === 2;
    const code = `${city.zip}-${index + 1}`;
    return {
      id: code,
      code,
      carrier: 'Гостиная почта',
      type: isLocker ? 'POSTAMAT' : 'PVZ',
      name: `${isLocker ? 'Постамат' : 'Пункт выдачи'}, ${street}`,
      city_code: city.zip,
      address: `г ${city.name}, ${street}, д ${4 + index * 7}`,
      lat: Number((city.point[0] + ((index % 2) - 0.5) * 0.02).toFixed(4)),
      lng: Number((city.point[1] + (index - 1.5) * 0.015).toFixed(4)),
      work_time: isLocker ? 'Круглосуточно' : 'Пн–Вс 10:00–21:00',
      phone: isLocker ? null : '+7 (495) 000-00-00',
      note: null,
      max_weight: isLocker ? 15 : 30,
      cash_allowed: !isLocker,
      card_allowed: true,
    };
  }),
);

/** Built-in stand-in for a delivery host. */
export const bundledDelivery: DeliveryHost = {
  cities: async (search) => {
    const prefix = folded(search);
    const begins = (city: City) => folded(city.name).startsWith(prefix);
    const matches = cities.filter((city) => folded(`${city.name} ${city.region}`).includes(prefix));
    return matches
      .toSorted((a, b) => Number(begins(b)) - Number(begins(a)))
      .slice(0, 20)
      .map(cityOf);
  },
  points: async (area) => points.filter((point) => isIn(point, area)).slice(0, maxPoints),
  geocode: async (query) => ('address' in query ? geocodeAddress(query.address) : [nearest(query)]),
};

function isIn(point: DeliveryPoint, area: DeliveryArea): boolean {
  if ('city' in area) return point.city_code === area.city;
  const [south = 0, west = 0, north = 0, east = 0] = area.bbox.split(',').map(Number);
  return point.lat >= south && point.lat <= north && point.lng >= west && point.lng <= east;
}

async function geocodeAddress(address: string): Promise<Geocode[]> {
  const suggestions = await bundledDirectories.addresses(address);
  return suggestions.slice(0, 5).flatMap((suggestion) =>
    suggestion.lat === null || suggestion.lng === null
      ? []
      : [
          {
            formatted_address: suggestion.value,
            lat: suggestion.lat,
            lng: suggestion.lng,
            // Only the centre of the city is known.
            precision: 'other' as const,
            components: [
              { kind: 'country', name: suggestion.country ?? '' },
              { kind: 'province', name: suggestion.state ?? '' },
              { kind: 'locality', name: suggestion.city ?? '' },
            ],
          },
        ],
  );
}

function nearest(to: Exclude<GeocodeQuery, { address: string }>): Geocode {
  const distance = ({ point }: City) => (point[0] - to.lat) ** 2 + (point[1] - to.lng) ** 2;
  const city = cities.reduce((best, other) => (distance(other) < distance(best) ? other : best));
  return {
    formatted_address: `${city.region}, г ${city.name}`,
    lat: city.point[0],
    lng: city.point[1],
    precision: 'other',
    components: [
      { kind: 'province', name: city.region },
      { kind: 'locality', name: city.name },
    ],
  };
}
