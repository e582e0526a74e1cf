/** What the look-ups of addresses, organisations and banks answer (reference entities E110, E111; russia §3.3, §3.4). */

/** One suggestion of `GET suggest/address?query=`. */
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

/** `GET organizations/info?inn=`: one ИНН can have several branches, each with its КПП. */
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

/** `GET banks/info?bic=` */
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

/** `GET sbp/members`: banks of the fast payment system. */
export interface SbpMember {
  bankName: string;
  logoURL: string;
  schema: string;
  package_name: string | null;
  webClientUrl: string | null;
  isWebClientActive: boolean;
}
