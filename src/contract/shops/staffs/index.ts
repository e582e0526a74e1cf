import { defineResource, type Filter } from '@/contract/core/define';
import { adminOwner } from '@/contract/core/permissions';
import type { Staff, StaffInput } from './schema';

/** Filter by shop: own shops, or all shops of the marketplace. */
const byShop = (endpoint: 'vendor/shops' | 'shops'): Filter => ({
  key: 'shop',
  via: 'search',
  kind: 'related',
  relation: { endpoint },
});

const isActive: Filter = { key: 'is_active', via: 'param', kind: 'switch' };

function standingOf({ is_active, is_invited, expires_at }: Staff): string {
  if (!is_active) return 'blocked';
  if (!is_invited) return 'active';
  return expires_at !== null && Date.parse(expires_at) < Date.now() ? 'expired' : 'invited';
}

/** Staff of a shop. Removing a member ends their sessions and keeps the user. */
export const staffs = defineResource<Staff, StaffInput, 'staffs'>({
  name: 'staffs',
  domain: 'shops',
  schema: () => import('./schema').then((module) => module.staffSchema),
  allow: { list: adminOwner, read: adminOwner, create: adminOwner, update: adminOwner, remove: adminOwner },
  titleOf: (staff) => staff.name,
  columns: [
    { key: 'name', kind: 'title', sort: true, note: (staff) => staff.email },
    { key: 'shop', kind: 'related' },
    {
      key: 'scopes',
      kind: 'chips',
      value: ({ role, scopes }) => (role ? [role.key ?? role.name] : scopes),
    },
    {
      key: 'is_active',
      kind: 'badge',
      tones: { active: 'good', blocked: 'bad', invited: 'warn', expired: 'bad' },
      usual: ['active'],
      value: standingOf,
    },
    { key: 'created_at', kind: 'date', sort: true, under: 'is_active' },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'email', kind: 'text', required: true },
  ],
  filters: [byShop('vendor/shops'), isActive],
  search: { name: 'like', email: 'like', shop_id: 'eq', 'shop.slug': 'in', is_active: 'eq', own: 'eq' },
  after: { create: 'list', update: 'list' },
  // Rights are given one by one, never by default.
  initial: { name: '', email: '', role_id: null, scopes: [] },
});

/** Lists of staff: of an administrator's own shops, of all vendors, of an owner's shops. */
export const myStaffs = {
  ...staffs,
  only: {
    name: 'my-staffs',
    path: '/users/my-staffs',
    scope: { own: '1' },
    list: { endpoint: 'my-staffs' },
  },
};
export const vendorStaffs = {
  ...staffs,
  filters: [byShop('shops'), isActive],
  only: {
    name: 'vendor-staffs',
    path: '/users/vendor-staffs',
    scope: {},
    list: { endpoint: 'all-staffs' },
  },
};
export const storeKeepers = {
  ...staffs,
  only: {
    name: 'store-keepers',
    path: '/vendor/store_keepers',
    scope: { own: '1' },
    list: { endpoint: 'vendor/store_keepers' },
  },
};
export const staffsInShop = { ...staffs, columns: staffs.columns.filter(({ key }) => key !== 'shop') };
