import type { limited, Right } from './areas';

/** Roles, and the five groups of them that guard pages and actions (specification §6). */
export const roles = ['super_admin', 'store_owner', 'staff', 'customer'] as const;

export type Role = (typeof roles)[number];

/** Scopes that an owner grants to staff; money is never one, only a role opens it. */
export const staffScopes = ['catalogue', 'orders', 'feedback', 'promotions', 'content'] as const;

export type StaffScope = (typeof staffScopes)[number];

/** A role, a scope of staff, or what a role of the team grants. */
export type Permission = Role | `staff:${StaffScope}` | Right | typeof limited;

/** Who may do something. `'public'` is explicit: nothing is open by omission. */
export type Allow = 'public' | readonly Permission[];

export const adminOwnerStaff: readonly Role[] = ['super_admin', 'store_owner', 'staff'];
export const adminOwner: readonly Role[] = ['super_admin', 'store_owner'];
export const withStaff = (scope: StaffScope): readonly Permission[] => [...adminOwner, `staff:${scope}`];
/** Who reads the money of a shop: also staff whose role opens it. Moving it is `adminOwner`. */
export const moneyReaders: readonly Permission[] = [...adminOwner, 'finance:read'];
export const adminOnly: readonly Role[] = ['super_admin'];
export const ownerOnly: readonly Role[] = ['store_owner'];
export const ownerStaff: readonly Role[] = ['store_owner', 'staff'];
/** The same people for every action on a family. */
export const everything = <Who extends Allow>(who: Who) => ({
  list: who,
  read: who,
  create: who,
  update: who,
  remove: who,
});
/** Any signed-in user, including customers. */
export const signedIn: readonly Role[] = [...roles];

export function isAllowed(allow: Allow, permissions: readonly string[]): boolean {
  return allow === 'public' || allow.some((permission) => permissions.includes(permission));
}

/**
 * Permissions that come with a role; the first is the role itself. Staff have every scope until an owner limits them.
 */
export const permissionsOfRole: Record<Role, readonly Permission[]> = {
  super_admin: ['super_admin', 'store_owner', 'customer'],
  store_owner: ['store_owner', 'customer'],
  staff: ['staff', 'customer', ...staffScopes.map((scope) => `staff:${scope}` as const)],
  customer: ['customer'],
};

/** Permissions of a staff member; the first one is the role. */
export function permissionsWith(others: readonly string[], scopes: readonly StaffScope[]): Permission[] {
  const held = new Set([...others, 'staff', 'customer']);
  return [
    ...roles.filter((role) => held.has(role)),
    ...staffScopes.filter((scope) => scopes.includes(scope)).map((scope): Permission => `staff:${scope}`),
  ];
}

/** The highest role decides shell and menu. */
export function topRole(permissions: readonly string[]): Role {
  const order: Role[] = ['super_admin', 'store_owner', 'staff'];
  return order.find((role) => permissions.includes(role)) ?? 'customer';
}
