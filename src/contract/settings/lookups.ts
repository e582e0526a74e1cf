/**
 * Answers of the look-ups of addresses, organisations and banks (rules/settings: a look-up is a help, not a gate). They
 * are UNAVAILABLE while the directory does not respond; the form is then filled in by hand.
 */

/** A suggestion of `GET suggest/address?query=`, a bare list, empty without a match. */
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

/** A record of `GET organizations/info?inn=`, a bare list: one per branch, each with its КПП; empty for an unknown ИНН. */
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

/** `GET banks/info?bic=`; NOT_FOUND for an unknown bank. */
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

/** A bank of the fast payment system, `GET sbp/members`, a bare list. */
export interface SbpMember {
  bankName: string;
  logoURL: string;
  schema: string;
  package_name: string | null;
  webClientUrl: string | null;
  isWebClientActive: boolean;
}
