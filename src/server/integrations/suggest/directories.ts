import type { AddressSuggestion, BankInfo, OrganisationInfo, SbpMember } from '@/contract/settings/lookups';

/** External directories for forms. Every method throws UNAVAILABLE while its service does not respond. */
export interface Directories {
  addresses: (query: string) => Promise<AddressSuggestion[]>;
  organisations: (inn: string) => Promise<OrganisationInfo[]>;
  /** Null for an unknown bank. */
  bank: (bic: string) => Promise<BankInfo | null>;
  sbpMembers: () => Promise<SbpMember[]>;
}
