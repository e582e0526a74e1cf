import type { PostalAddress } from '@/contract/accounts/addresses/schema';

/** An address in one line, without missing parts and the country: «Казань, ул. Баумана, 12». */
export function addressLine(address: PostalAddress | null | undefined): string {
  const { city, street_address: street, state } = address ?? {};
  return [city || state, street].filter(Boolean).join(', ');
}
