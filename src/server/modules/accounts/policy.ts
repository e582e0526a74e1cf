import { type Expression, type SqlBool, sql } from 'kysely';
import type { Permission } from '@/contract/core/permissions';
import { isAdmin } from '@/server/core/context';
import type { Policy } from '@/server/core/resource/policy';
import type { Columns } from '@/server/core/resource/query';

/** Administrators: all users. Others: themselves. */
export const userPolicy: Policy = (ctx) =>
  isAdmin(ctx) ? undefined : (eb) => eb('id', '=', ctx.user?.id ?? 0);

const hasPermission = (permission: Permission) => sql<SqlBool>`permissions @> array[${permission}]::text[]`;

/** Users of a role (reference entities E06, E27): administrators hold an owner's permissions but are no vendors. */
export function hasRole(eb: Columns, role: string): Expression<SqlBool> {
  if (role === 'super_admin' || role === 'staff') return hasPermission(role);
  if (role === 'store_owner') return eb.and([hasPermission(role), eb.not(hasPermission('super_admin'))]);
  return role === 'customer' ? sql<SqlBool>`permissions = array['customer']::text[]` : eb.val(false);
}
