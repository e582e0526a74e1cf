import { type Area, areas, holds, limited } from '@/contract/core/areas';
import type { StaffScope } from '@/contract/core/permissions';
import type { SessionUser } from '../context';

/** Names of audiences, as stored in `live_events.audiences`. */
const allAdmins = 'admins';

/** Everybody of the team, whatever the role. */
export const toTeam = 'team';

/** Administrators who may read the area. */
export const toAdmins = (area: Area): string => `${allAdmins}:${area}`;

export const toEverybody = 'everybody';

export const toUser = (id: number): string => `user:${id}`;

/** A shop's owner and its staff with this scope. */
export const toShop = (id: number, scope?: StaffScope): string[] => [
  `shop:${id}`,
  ...(scope ? [`shop:${id}:${scope}`] : []),
];

/** The shop's owner, and its staff whose role opens the money. */
export const moneyAudiences = (id: number): string[] => [`shop:${id}`, `shop:${id}:money`];

export function listAudiences(user: SessionUser): Set<string> {
  const names = new Set([toEverybody, toUser(user.id)]);
  const { permissions, managedShopId } = user;
  if (permissions.includes('super_admin')) {
    names.add(toTeam);
    // Events that a process of the former version publishes.
    if (!permissions.includes(limited)) names.add(allAdmins);
    for (const area of Object.keys(areas) as Area[])
      if (holds(permissions, `${area}:read`)) names.add(toAdmins(area));
  }
  if (permissions.includes('store_owner')) for (const id of user.ownedShopIds) names.add(`shop:${id}`);
  if (permissions.includes('staff') && managedShopId !== null) {
    for (const permission of permissions) {
      if (permission.startsWith('staff:')) names.add(`shop:${managedShopId}:${permission.slice(6)}`);
    }
    if (permissions.includes('finance:read')) names.add(`shop:${managedShopId}:money`);
  }
  return names;
}
