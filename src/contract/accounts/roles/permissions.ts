import {
  type Area,
  areas,
  type LevelByArea,
  limited,
  listRights,
  type RoleOfPerson,
} from '@/contract/core/areas';
import { type Permission, type StaffScope, staffScopes } from '@/contract/core/permissions';

const scopeAreas: Record<StaffScope, readonly Area[]> = {
  catalogue: ['catalogue', 'moderation'],
  orders: ['orders', 'refunds'],
  feedback: ['feedback', 'messages'],
  promotions: ['promotions'],
  content: ['content'],
};

/** Scopes that a role of a shop opens, whatever its levels. */
export const scopesOfRole = (held: LevelByArea): StaffScope[] =>
  staffScopes.filter((scope) => scopeAreas[scope].some((area) => held[area]));

/** What scopes without a role give: their areas, each up to its highest level. */
export const areasOfScopes = (scopes: readonly StaffScope[]): LevelByArea =>
  Object.fromEntries(scopes.flatMap((scope) => scopeAreas[scope]).map((area) => [area, areas[area].at(-1)]));

/**
 * Permissions of an account, limited by its role. They are made anew for each request and never stored; the role of a
 * shop also decides about the scopes of its staff.
 */
export function permissionsWithRole(
  permissions: readonly Permission[],
  role: Pick<RoleOfPerson, 'kind' | 'areas'> | null,
): Permission[] {
  if (!role) return [...permissions];
  const rights = [limited, ...listRights(role.areas)] as const;
  if (role.kind === 'team') return [...permissions, ...rights];
  const scopes = scopesOfRole(role.areas);
  const others = permissions.filter((name) => !name.startsWith('staff:'));
  return [...others, ...scopes.map((scope): Permission => `staff:${scope}`), ...rights];
}

/** Permissions of the dialect alone, as other clients know them. */
export const withoutRights = (permissions: readonly Permission[]): Permission[] =>
  permissions.filter((name) => name !== limited && (!name.includes(':') || name.startsWith('staff:')));
