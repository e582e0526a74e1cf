import { defineResource } from '../define';
import { adminOnly } from '../permissions';
import type { User, UserInput } from './schema';

/** People (reference pages §3.8). Nobody is made an administrator, banned or given points by a form: those are actions. */
export const users = defineResource<User, UserInput>({
  name: 'users',
  endpoint: 'users',
  updateMethod: 'PUT',
  schema: () => import('./schema').then((module) => module.userSchema),
  allow: { list: adminOnly, read: adminOnly, create: adminOnly, update: adminOnly, remove: adminOnly },
  identity: 'id',
  titleOf: (user) => user.name,
  columns: [
    { key: 'name', kind: 'title', sort: true, note: (user) => user.email },
    { key: 'permissions', kind: 'chips', value: (user) => rolesOf(user) },
    { key: 'wallet', kind: 'number', value: (user) => user.wallet?.available_points ?? 0 },
    { key: 'is_active', kind: 'badge', sort: true, tones: { true: 'good', false: 'bad' } },
    { key: 'created_at', kind: 'date', sort: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'email', kind: 'text', required: true },
  ],
  filters: [
    {
      key: 'role',
      via: 'search',
      kind: 'select',
      options: ['super_admin', 'store_owner', 'staff', 'customer'],
    },
    { key: 'is_active', via: 'param', kind: 'switch' },
  ],
  search: { name: 'like', email: 'like', contact: 'like', role: 'eq', is_active: 'eq', shop_id: 'eq' },
  defaultSort: { orderBy: 'created_at', sortedBy: 'desc' },
  pageSize: 20,
  translatable: [],
  after: { create: 'list', update: 'stay' },
  initial: { name: '', email: '', password: '' },
  opens: 'details',
});

/** Roles alone: what staff may do within theirs is told elsewhere. */
function rolesOf(user: User): string[] {
  return user.permissions.map(({ name }) => name).filter((name) => !name.includes(':'));
}

/** Lists of some of the people, at addresses of their own (reference pages §3.8). */
export const admins = {
  ...users,
  only: { name: 'admins', path: '/users/admins', scope: { role: 'super_admin' } },
};
export const vendors = {
  ...users,
  only: { name: 'vendors', path: '/users/vendors', scope: { role: 'store_owner', is_active: '1' } },
};
export const pendingVendors = {
  ...users,
  only: {
    name: 'pending-vendors',
    path: '/users/vendors/pending',
    scope: { role: 'store_owner', is_active: '0' },
  },
};
export const customers = {
  ...users,
  only: { name: 'customers', path: '/users/customer', scope: { role: 'customer' } },
};
