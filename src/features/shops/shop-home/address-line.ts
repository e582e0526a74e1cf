import type { PostalAddress } from '@/contract/accounts/addresses/schema';

/** An address in one line, as far as it is given: «Казань, ул. Баумана, 12». The country goes without saying. */
export function addressLine(address: PostalAddress | null | undefined): string {
  const { city, street_address: street, state } = address ?? {};
  return [city || state, street].filter(Boolean).join(', ');
}
