import { cacheAnswers } from '@/server/integrations/cache';
import { type ServiceWatch, type WatchDeps, watchCalls } from '@/server/integrations/health';
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
export function openDirectories(given: DirectorySettings & WatchDeps & { now: () => Date }): Directories {
  const { now, sbpMembersUrl, dadataToken, watch } = given;
  const outside = dadataToken
    ? withHealth(dadata({ token: dadataToken, secret: given.dadataSecret }, given.dadataUrl), watch)
    : bundledDirectories;
  const members = sbpMembersUrl
    ? watchCalls(watch, 'sbp-members', () => sbpMembersAt(sbpMembersUrl))
    : bundledDirectories.sbpMembers;
  const sbpMembers = cacheAnswers(members, { seconds: day, now, keepsLast: true });
  return {
    addresses: cacheAnswers(outside.addresses, { seconds: hour, now }),
    organisations: cacheAnswers(outside.organisations, { seconds: hour, now, keepsLast: true }),
    bank: cacheAnswers(outside.bank, { seconds: day, now, keepsLast: true }),
    sbpMembers: () => sbpMembers(''),
  };
}

function withHealth(
  { addresses, organisations, bank }: Omit<Directories, 'sbpMembers'>,
  watch: ServiceWatch | undefined,
): Omit<Directories, 'sbpMembers'> {
  return {
    addresses: watchCalls(watch, 'suggest', addresses),
    organisations: watchCalls(watch, 'suggest', organisations),
    bank: watchCalls(watch, 'suggest', bank),
  };
}
