/**
 * What the look-ups of addresses, organisations and banks answer (reference entities E110–E112; russia §3.3, §3.4). Where
 * the directory behind one does not answer the API says UNAVAILABLE: the form is then filled in by hand.
 */

/** One suggestion of `GET suggest/address?query=`, which answers a bare list, empty when nothing fits. */
export interface AddressSuggestion {
  /** The whole address in one line. */
  value: string;
  country: string | null;
  state: string | null;
  city: string | null;
  zip: string | null;
  street_address: string | null;
  lat: number | null;
  lng: number | null;
}

export const organisationStates = [
  'ACTIVE',
  'LIQUIDATING',
  'LIQUIDATED',
  'BANKRUPT',
  'REORGANIZING',
] as const;

/** One record of `GET organizations/info?inn=`, which answers a bare list: several where an ИНН has branches, each with its КПП; empty when it is unknown. */
export interface OrganisationInfo {
  inn: string;
  kpp: string | null;
  ogrn: string;
  name_short: string;
  name_full: string;
  opf: string | null;
  type: 'LEGAL' | 'INDIVIDUAL';
  address: string;
  management: { name: string; post: string } | null;
  status: (typeof organisationStates)[number];
}

/** `GET banks/info?bic=`; NOT_FOUND when there is no such bank. */
export interface BankInfo {
  bic: string;
  name: string;
  correspondent_account: string;
  swift: string | null;
  inn: string | null;
  kpp: string | null;
  address: string | null;
  status: string | null;
}

/** One bank of the fast payment system, `GET sbp/members`, which answers a bare list. */
export interface SbpMember {
  bankName: string;
  logoURL: string;
  schema: string;
  package_name: string | null;
  webClientUrl: string | null;
  isWebClientActive: boolean;
}
