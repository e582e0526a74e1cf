import type { AddressSuggestion, BankInfo, OrganisationInfo, SbpMember } from '@/contract/settings/lookups';
import { cached } from '@/server/integrations/cache';
import { type ServiceWatch, watched } from '@/server/integrations/health';
import { sbpMembersAt } from '@/server/integrations/sbp/sbp-members';
import { bundledDirectories } from './bundled';
import { dadata } from './dadata';

/** What forms look up outside. Each throws UNAVAILABLE while whoever knows it does not answer. */
export interface Directories {
  addresses: (query: string) => Promise<AddressSuggestion[]>;
  organisations: (inn: string) => Promise<OrganisationInfo[]>;
  /** Null when there is no such bank. */
  bank: (bic: string) => Promise<BankInfo | null>;
  sbpMembers: () => Promise<SbpMember[]>;
}

const hour = 3600;
const day = 24 * hour;

/** Services outside where there are keys to them, else the bundled directory; answers are remembered for a while. */
export function openDirectories(given: {
  dadataToken?: string | undefined;
  dadataUrl?: string | undefined;
  sbpMembersUrl?: string | undefined;
  now: () => Date;
  watch?: ServiceWatch | undefined;
}): Directories {
  const { now, sbpMembersUrl, dadataToken, watch } = given;
  const outside = dadataToken ? asked(dadata(dadataToken, given.dadataUrl), watch) : bundledDirectories;
  const members = sbpMembersUrl
    ? watched(watch, 'sbp-members', () => sbpMembersAt(sbpMembersUrl))
    : bundledDirectories.sbpMembers;
  const sbpMembers = cached(members, { seconds: day, now, keepsLast: true });
  return {
    addresses: cached(outside.addresses, { seconds: hour, now }),
    organisations: cached(outside.organisations, { seconds: hour, now, keepsLast: true }),
    bank: cached(outside.bank, { seconds: day, now, keepsLast: true }),
    sbpMembers: () => sbpMembers(''),
  };
}

function asked(
  { addresses, organisations, bank }: Omit<Directories, 'sbpMembers'>,
  watch: ServiceWatch | undefined,
): Omit<Directories, 'sbpMembers'> {
  return {
    addresses: watched(watch, 'suggest', addresses),
    organisations: watched(watch, 'suggest', organisations),
    bank: watched(watch, 'suggest', bank),
  };
}
