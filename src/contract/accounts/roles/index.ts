import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { RoleInput, RoleRow } from './schema';

/** Roles of the team, and ready ones of shops. Shown on the page of the team, so not in the family registry. */
export const roles = defineResource<RoleRow, RoleInput, 'roles'>({
  name: 'roles',
  domain: 'accounts',
  endpoint: 'roles',
  schema: () => import('./schema').then((module) => module.roleSchema),
  allow: { list: adminOnly, read: adminOnly, create: adminOnly, update: adminOnly, remove: adminOnly },
  titleOf: (role) => role.name,
  columns: [
    { key: 'name', kind: 'title', sort: true },
    { key: 'people_count', kind: 'number' },
    { key: 'created_at', kind: 'relative', sort: true },
  ],
  fields: [{ key: 'name', kind: 'text', required: true }],
  search: { name: 'like', kind: 'eq' },
  defaultSort: { orderBy: 'id', sortedBy: 'asc' },
  pageSize: 50,
  after: { create: 'list', update: 'stay' },
  initial: { name: '', kind: 'team', areas: {} },
});
