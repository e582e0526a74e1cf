/** Roles and the five groupings that pages and actions are guarded by (specification §6). */
export const roles = ['super_admin', 'store_owner', 'staff', 'customer'] as const;

export type Role = (typeof roles)[number];

/** Parts of a shop's work that its owner gives a member of staff or not (reference rules R-198); money is never one. */
export const staffScopes = ['catalogue', 'orders', 'feedback', 'promotions', 'content'] as const;

export type StaffScope = (typeof staffScopes)[number];

/** What a person holds: roles, and for staff the parts of the work that they were given. */
export type Permission = Role | `staff:${StaffScope}`;

/** Who may do something. `'public'` has to be spelled: nothing is open by omission. */
export type Allow = 'public' | readonly Permission[];

export const adminOwnerStaff: readonly Role[] = ['super_admin', 'store_owner', 'staff'];
export const adminOwner: readonly Role[] = ['super_admin', 'store_owner'];
/** An administrator, an owner, and the staff that were given this part of the work. */
export const withStaff = (scope: StaffScope): readonly Permission[] => [...adminOwner, `staff:${scope}`];
export const adminOnly: readonly Role[] = ['super_admin'];
export const ownerOnly: readonly Role[] = ['store_owner'];
export const ownerStaff: readonly Role[] = ['store_owner', 'staff'];
/** Any signed-in person, customers of the storefront included. */
export const signedIn: readonly Role[] = [...roles];

/** True when any permission the person holds is in the allowed list (specification §6). */
export function isAllowed(allow: Allow, permissions: readonly string[]): boolean {
  return allow === 'public' || allow.some((permission) => permissions.includes(permission));
}

/**
 * The bundle of permissions that comes with a role (reference entities E06). The first one is the role itself. Staff have
 * every part of the work until an owner says otherwise.
 */
export const permissionsOfRole: Record<Role, readonly Permission[]> = {
  super_admin: ['super_admin', 'store_owner', 'customer'],
  store_owner: ['store_owner', 'customer'],
  staff: ['staff', 'customer', ...staffScopes.map((scope) => `staff:${scope}` as const)],
  customer: ['customer'],
};
