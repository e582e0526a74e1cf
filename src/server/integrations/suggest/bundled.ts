import type { AddressSuggestion, BankInfo } from '@/contract/settings/lookups';
import { type City, cities } from '@/server/integrations/delivery/bundled-cities';
import { bankRows, sbpRows } from './bundled-banks';
import { organisations } from './bundled-organisations';
import type { Directories } from './directories';

/** The small directory that answers where no service outside is set up (design §8). */
export const bundledDirectories: Directories = {
  addresses: async (query) => suggest(query),
  organisations: async (inn) => organisations.filter((one) => one.inn === inn),
  bank: async (bic) => banks.find((one) => one.bic === bic) ?? null,
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

/** Words that an address may have or lack. */
const idle = new Set(['г', 'город', 'ул', 'улица', 'пр', 'пркт', 'проспект', 'д', 'дом', 'обл', 'область']);

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s,.]+/)
    .map((word) => word.replaceAll('-', ''))
    .filter((word) => word !== '' && !idle.has(word));

/** Streets and cities whose words begin with those that were typed; a house number is taken as it is. */
function suggest(query: string): AddressSuggestion[] {
  const typed = words(query);
  const last = typed.at(-1) ?? '';
  const house = typed.length > 1 && /^\d{1,4}[а-я\d/]{0,4}$/.test(last) ? last : undefined;
  const asked = house ? typed.slice(0, -1) : typed;
  const fits = (text: string) => {
    const known = words(text);
    return asked.every((word) => known.some((one) => one.startsWith(word)));
  };
  if (asked.length === 0) return [];
  const places = cities.filter((one) => fits(`${one.name} ${one.region}`)).map((one) => place(one));
  const streets = cities.flatMap((one) =>
    one.streets
      .filter((street) => fits(`${one.name} ${one.region} ${street}`))
      .map((street) => place(one, street, house)),
  );
  const found = house || places.length === 0 ? streets : [...places, ...streets];
  return found.slice(0, 10);
}

function place(one: City, street?: string, house?: string): AddressSuggestion {
  const line = street && [street, ...(house ? [`д ${house}`] : [])].join(', ');
  const region = one.region === `г ${one.name}` ? [] : [one.region];
  return {
    value: [...region, `г ${one.name}`, ...(line ? [line] : [])].join(', '),
    country: 'Россия',
    state: one.region,
    city: one.name,
    zip: one.zip,
    street_address: line ?? null,
    lat: one.point[0],
    lng: one.point[1],
  };
}
