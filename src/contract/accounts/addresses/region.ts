/** Where an address is that names no country. */
export const homeCountry = 'Россия';

/** «г Москва», «г. Москва» and «город Москва» are the town that is also written «Москва». */
const plain = (name: string) =>
  name
    .replace(/^(?:г|город)(?:\.\s*|\s+)/i, '')
    .trim()
    .toLowerCase();

interface Written {
  zip?: string | null | undefined;
  country?: string | null | undefined;
  state?: string | null | undefined;
  city?: string | null | undefined;
  street_address?: string | null | undefined;
}

/** An address in one line, as on an envelope: from the zip to the street. */
export const postalLine = ({ zip, country, city, street_address: street, ...rest }: Written): string =>
  [zip, country, regionOf({ city, ...rest }), city, street].filter(Boolean).join(', ');

/** The region of an address; none where the town is a region of its own, as Moscow is, and would be named twice. */
export function regionOf({ city, state }: Pick<Written, 'city' | 'state'>): string | undefined {
  return !state || (city && plain(city) === plain(state)) ? undefined : state;
}
