import { type Expression, type SqlBool, sql } from 'kysely';
import type { Permission } from '@/contract/core/permissions';
import { isAdmin } from '@/server/core/context';
import type { Policy } from '@/server/core/resource/policy';
import type { Columns } from '@/server/core/resource/rows';

/** Whoever was invited into a shop has no account before accepting (`sign-in/invitations.ts`). */
export const isAccount = sql<SqlBool>`(users.removed_email is null or users.deleted_at is not null)`;

/** Administrators: all accounts. Others: themselves. */
export const userPolicy: Policy = (ctx) =>
  isAdmin(ctx) ? () => isAccount : (eb) => eb('id', '=', ctx.user?.id ?? 0);

const hasPermission = (permission: Permission) => sql<SqlBool>`permissions @> array[${permission}]::text[]`;

/** Users of a role: administrators hold an owner's permissions but are no vendors. */
export function hasRole(eb: Columns, role: string): Expression<SqlBool> {
  if (role === 'super_admin' || role === 'staff') return hasPermission(role);
  if (role === 'store_owner') return eb.and([hasPermission(role), eb.not(hasPermission('super_admin'))]);
  return role === 'customer' ? sql<SqlBool>`permissions = array['customer']::text[]` : eb.val(false);
}
