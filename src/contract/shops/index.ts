import { dayFilters, defineResource } from '@/contract/core/define';
import { adminOnly, adminOwner } from '@/contract/core/permissions';
import type { Shop, ShopInput } from './schema';

/** Shops of the marketplace. The pages of one shop are below its slug, not below `/shops`. */
export const shops = defineResource<Shop, ShopInput, 'shops'>({
  name: 'shops',
  domain: 'shops',
  schema: () => import('./schema').then((module) => module.shopSchema),
  allow: { list: 'public', read: 'public', create: adminOwner, update: adminOwner, remove: adminOnly },
  identity: 'slug',
  titleOf: (shop) => shop.name,
  columns: [
    { key: 'name', kind: 'title', sort: true, note: (shop) => shop.address?.city },
    { key: 'products_count', kind: 'number', sort: true },
    { key: 'orders_count', kind: 'number' },
    { key: 'owner', kind: 'related' },
    { key: 'is_active', kind: 'badge', sort: true, tones: { true: 'good', false: 'warn' }, usual: ['true'] },
    { key: 'created_at', kind: 'date', sort: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'slug', kind: 'slug', from: 'name' },
    { key: 'description', kind: 'textarea', rows: 5 },
    { key: 'logo', kind: 'image', side: true },
    { key: 'cover_image', kind: 'image', side: true },
  ],
  filters: [
    { key: 'is_active', via: 'param', kind: 'switch' },
    { key: 'papers', via: 'search', kind: 'select', options: ['waiting'] },
    ...dayFilters('created'),
  ],
  search: {
    name: 'like',
    slug: 'eq',
    is_active: 'eq',
    'categories.slug': 'eq',
    'users.name': 'like',
    owner_id: 'eq',
    /** `waiting`: a paper of the vendor waits for a decision; for administrators. */
    papers: 'eq',
    // Days of the business time zone, both included.
    created_from: 'eq',
    created_to: 'eq',
  },
  pageSize: 10,
  translatable: ['name', 'description'],
  slugFrom: 'name',
  after: { create: 'list', update: 'stay' },
  initial: { categories: [] },
});

/** Shops that await approval or were deactivated. */
export const newShops = {
  ...shops,
  only: {
    name: 'new-shops',
    path: '/new-shops',
    scope: { is_active: '0' },
    list: { endpoint: 'new-shops', query: { is_active: 'false' } },
  },
};
