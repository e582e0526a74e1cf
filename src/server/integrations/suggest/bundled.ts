import type { AddressSuggestion, BankInfo } from '@/contract/settings/lookups';
import { bankRows, sbpRows } from './bundled-banks';
import { type City, cities } from './bundled-cities';
import { organisations } from './bundled-organisations';
import type { Directories } from './directories';

/** Built-in stand-in for the external directories. */
export const bundledDirectories: Directories = {
  addresses: async (query) => suggest(query),
  organisations: async (inn) => organisations.filter((organisation) => organisation.inn === inn),
  bank: async (bic) => banks.find((bank) => bank.bic === bic) ?? null,
  sbpMembers: async () =>
    sbpRows.map(([bankName, schema, app]) => ({
      bankName,
      logoURL: '',
      schema,
      package_name: app ?? null,
      webClientUrl: null,
      isWebClientActive: false,
    })),
};

export const banks: readonly BankInfo[] = bankRows.map(([bic, account, name, swift, inn]) => ({
  bic,
  name,
  correspondent_account: account,
  swift: swift ?? null,
  inn: inn ?? null,
  kpp: null,
  address: null,
  status: 'ACTIVE',
}));

/** Words that do not distinguish addresses. */
const idle = new Set(['г', 'город', 'ул', 'улица', 'пр', 'пркт', 'проспект', 'д', 'дом', 'обл', 'область']);

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s,.]+/)
    .map((word) => word.replaceAll('-', ''))
    .filter((word) => word !== '' && !idle.has(word));

/** Matches streets and cities by word prefixes; a house number is passed through. */
function suggest(query: string): AddressSuggestion[] {
  const typed = words(query);
  const last = typed.at(-1) ?? '';
  const house = typed.length > 1 && /^\d{1,4}[а-я\d/]{0,4}$/.test(last) ? last : undefined;
  const wanted = house ? typed.slice(0, -1) : typed;
  const fits = (text: string) => {
    const parts = words(text);
    return wanted.every((word) => parts.some((part) => part.startsWith(word)));
  };
  if (wanted.length === 0) return [];
  const places = cities
    .filter((city) => fits(`${city.name} ${city.region}`))
    .map((city) => suggestionOf(city));
  const streets = cities.flatMap((city) =>
    city.streets
      .filter((street) => fits(`${city.name} ${city.region} ${street}`))
      .map((street) => suggestionOf(city, street, house)),
  );
  const matches = house || places.length === 0 ? streets : [...places, ...streets];
  return matches.slice(0, 10);
}

function suggestionOf(city: City, street?: string, house?: string): AddressSuggestion {
  const line = street && [street, ...(house ? [`д ${house}`] : [])].join(', ');
  const region = city.region === `г ${city.name}` ? [] : [city.region];
  return {
    value: [...region, `г ${city.name}`, ...(line ? [line] : [])].join(', '),
    country: 'Россия',
    state: city.region,
    city: city.name,
    zip: city.zip,
    street_address: line ?? null,
    lat: city.point[0],
    lng: city.point[1],
  };
}
