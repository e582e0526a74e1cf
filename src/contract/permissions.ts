/** Roles and the five groupings that pages and actions are guarded by (specification §6). */
export const roles = ['super_admin', 'store_owner', 'staff', 'customer'] as const;

export type Role = (typeof roles)[number];

/** Who may do something. `'public'` has to be spelled: nothing is open by omission. */
export type Allow = 'public' | readonly Role[];

export const adminOwnerStaff: readonly Role[] = ['super_admin', 'store_owner', 'staff'];
export const adminOwner: readonly Role[] = ['super_admin', 'store_owner'];
export const adminOnly: readonly Role[] = ['super_admin'];
export const ownerOnly: readonly Role[] = ['store_owner'];
export const ownerStaff: readonly Role[] = ['store_owner', 'staff'];
/** Any signed-in person, customers of the storefront included. */
export const signedIn: readonly Role[] = [...roles];

/** True when any permission the person holds is in the allowed list (specification §6). */
export function isAllowed(allow: Allow, permissions: readonly string[]): boolean {
  return allow === 'public' || allow.some((role) => permissions.includes(role));
}

/** The bundle of permissions that comes with a role (reference entities E06). The first one is the role itself. */
export const permissionsOfRole: Record<Role, readonly Role[]> = {
  super_admin: ['super_admin', 'store_owner', 'customer'],
  store_owner: ['store_owner', 'customer'],
  staff: ['staff', 'customer'],
  customer: ['customer'],
};
