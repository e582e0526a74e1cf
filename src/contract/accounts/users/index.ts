import { dayFilters, defineResource } from '@/contract/core/define';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import type { User, UserInput } from './schema';

/** Users. Making an administrator, banning and adding points are actions, not form fields. */
export const users = defineResource<User, UserInput, 'users'>({
  name: 'users',
  domain: 'accounts',
  schema: () => import('./schema').then((module) => module.userSchema),
  // Users edit their own row and read it as `me`; all others belong to administrators.
  allow: { list: adminOnly, read: adminOnly, create: adminOnly, update: signedIn, remove: adminOnly },
  titleOf: (user) => user.name,
  columns: [
    { key: 'name', kind: 'title', sort: true, note: (user) => user.email },
    { key: 'permissions', kind: 'chips', value: (user) => rolesOf(user) },
    { key: 'wallet', kind: 'number', value: (user) => user.wallet?.available_points ?? 0 },
    {
      key: 'is_active',
      kind: 'badge',
      sort: true,
      tones: { active: 'good', waiting: 'warn', banned: 'bad' },
      usual: ['active'],
      value: accountStanding,
    },
    { key: 'created_at', kind: 'date', sort: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'email', kind: 'text', required: true },
  ],
  tabs: {
    all: {},
    customer: { role: 'customer' },
    store_owner: { role: 'store_owner' },
    staff: { role: 'staff' },
    super_admin: { role: 'super_admin' },
    waiting: { standing: 'waiting' },
    banned: { standing: 'banned' },
  },
  filters: [
    {
      key: 'role',
      via: 'search',
      kind: 'select',
      options: ['super_admin', 'store_owner', 'staff', 'customer'],
    },
    { key: 'is_active', via: 'param', kind: 'switch' },
    ...dayFilters('created'),
  ],
  search: {
    name: 'like',
    email: 'like',
    contact: 'like',
    role: 'eq',
    is_active: 'eq',
    // What `accountStanding` says.
    standing: 'eq',
    shop_id: 'eq',
    exclude: 'eq',
    // Days of the business time zone, both included.
    created_from: 'eq',
    created_to: 'eq',
  },
  after: { create: 'list', update: 'stay' },
  initial: { name: '', email: '', password: '' },
  opens: 'details',
});

/** A vendor without approval is pending; a banned one has a reason, even an empty one. */
export function accountStanding({ is_active, ban_reason }: Pick<User, 'is_active' | 'ban_reason'>) {
  if (is_active) return 'active';
  return ban_reason === null ? 'waiting' : 'banned';
}

/** Roles only: the scopes of staff are listed with the staff. */
function rolesOf(user: User): string[] {
  return user.permissions.map(({ name }) => name).filter((name) => !name.includes(':'));
}

// A list limited to one role needs no filter by role.
const withFilters = (...keys: string[]) =>
  users.filters.filter(({ key }) => [...keys, 'created_from', 'created_to'].includes(key));

/** Filtered lists of users with their own addresses. */
export const admins = {
  ...users,
  filters: withFilters('is_active'),
  only: {
    name: 'admins',
    path: '/users/admins',
    scope: { role: 'super_admin' },
    // Without blocked users.
    list: { endpoint: 'admin/list', isLesser: true as const },
  },
};
export const vendors = {
  ...users,
  filters: withFilters(),
  only: {
    name: 'vendors',
    path: '/users/vendors',
    scope: { role: 'store_owner', is_active: '1' },
    list: { endpoint: 'vendors/list', query: { is_active: 'true' } },
  },
};
export const pendingVendors = {
  ...users,
  filters: withFilters(),
  only: {
    name: 'pending-vendors',
    path: '/users/vendors/pending',
    scope: { role: 'store_owner', is_active: '0' },
    list: { endpoint: 'vendors/list', query: { is_active: 'false' } },
  },
};
export const customers = {
  ...users,
  filters: withFilters('is_active'),
  only: {
    name: 'customers',
    path: '/users/customer',
    scope: { role: 'customer' },
    list: { endpoint: 'customers/list' },
  },
};
