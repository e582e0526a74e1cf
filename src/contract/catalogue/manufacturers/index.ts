import { defineResource } from '@/contract/core/define';
import { adminOnly, withStaff } from '@/contract/core/permissions';
import { socialIcons } from '@/contract/shops/socials';
import type { Manufacturer, ManufacturerInput } from './schema';

const group = { endpoint: 'types' };

export const manufacturers = defineResource<Manufacturer, ManufacturerInput, 'manufacturers'>({
  name: 'manufacturers',
  domain: 'catalogue',
  schema: () => import('./schema').then((module) => module.manufacturerSchema),
  scope: 'catalogue',
  allow: {
    list: 'public',
    read: 'public',
    create: withStaff('catalogue'),
    update: adminOnly,
    remove: adminOnly,
  },
  identity: 'slug',
  titleOf: (manufacturer) => manufacturer.name,
  columns: [
    { key: 'name', kind: 'title', sort: true, note: (manufacturer) => manufacturer.description },
    { key: 'type', kind: 'related' },
    { key: 'products_count', kind: 'number' },
    { key: 'shop', kind: 'related' },
    { key: 'is_approved', kind: 'switch' },
    { key: 'website', kind: 'link', hidden: true },
    { key: 'slug', kind: 'text', hidden: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'slug', kind: 'slug', from: 'name' },
    { key: 'type_id', kind: 'relation', required: true, relation: { ...group, stub: 'type' } },
    { key: 'description', kind: 'formatted', rows: 6 },
    { key: 'website', kind: 'text' },
    {
      key: 'socials',
      kind: 'items',
      items: [
        { key: 'icon', kind: 'select', required: true, options: socialIcons },
        { key: 'url', kind: 'text', required: true },
      ],
    },
    { key: 'image', kind: 'image', side: true },
    { key: 'cover_image', kind: 'image', side: true },
  ],
  filters: [
    { key: 'type', via: 'search', kind: 'related', relation: group },
    { key: 'is_approved', via: 'param', kind: 'switch' },
  ],
  search: { name: 'like', slug: 'eq', is_approved: 'eq', shop_id: 'eq', 'type.slug': 'in' },
  pageSize: 10,
  translatable: ['name', 'description'],
  slugFrom: 'name',
});

/** In a shop nobody approves, and submissions of others are hidden. */
export const manufacturersInShop = {
  ...manufacturers,
  columns: manufacturers.columns.filter(({ key }) => key !== 'is_approved' && key !== 'shop'),
  filters: manufacturers.filters.filter(({ key }) => key !== 'is_approved'),
};
