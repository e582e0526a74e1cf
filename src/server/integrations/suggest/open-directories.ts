import { cached } from '@/server/integrations/cache';
import { type ServiceWatch, type Watched, watched } from '@/server/integrations/health';
import { sbpMembersAt } from '@/server/integrations/sbp/sbp-members';
import { bundledDirectories } from './bundled';
import { dadata } from './dadata';
import type { Directories } from './directories';

const hour = 3600;
const day = 24 * hour;

/** Keys and addresses of external directories; a built-in one replaces each that is missing. */
export interface DirectorySettings {
  dadataToken?: string | undefined;
  dadataSecret?: string | undefined;
  dadataUrl?: string | undefined;
  sbpMembersUrl?: string | undefined;
}

/** External services where keys are configured, otherwise the built-in directory; responses are cached. */
export function openDirectories(given: DirectorySettings & Watched & { now: () => Date }): Directories {
  const { now, sbpMembersUrl, dadataToken, watch } = given;
  const outside = dadataToken
    ? withHealth(dadata({ token: dadataToken, secret: given.dadataSecret }, given.dadataUrl), watch)
    : bundledDirectories;
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

function withHealth(
  { addresses, organisations, bank }: Omit<Directories, 'sbpMembers'>,
  watch: ServiceWatch | undefined,
): Omit<Directories, 'sbpMembers'> {
  return {
    addresses: watched(watch, 'suggest', addresses),
    organisations: watched(watch, 'suggest', organisations),
    bank: watched(watch, 'suggest', bank),
  };
}
