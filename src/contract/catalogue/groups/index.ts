import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { Group, GroupInput } from './schema';

const block = { enable: false, title: '' };

export const groups = defineResource<Group, GroupInput, 'types'>({
  name: 'groups',
  domain: 'catalogue',
  endpoint: 'types',
  bareList: 'others',
  schema: () => import('./schema').then((module) => module.groupSchema),
  allow: { list: 'public', read: 'public', create: adminOnly, update: adminOnly, remove: adminOnly },
  identity: 'slug',
  titleOf: (group) => group.name,
  columns: [
    { key: 'name', kind: 'title', sort: true },
    {
      key: 'is_home',
      kind: 'badge',
      value: (group) => (group.is_home ? 'home' : null),
      tones: { home: 'good' },
    },
    { key: 'slug', kind: 'text', sort: true, hidden: true },
    { key: 'layout_type', kind: 'text' },
    { key: 'icon', kind: 'icon', hidden: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
    { key: 'updated_at', kind: 'relative', sort: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'slug', kind: 'slug', from: 'name' },
    { key: 'icon', kind: 'icon' },
    { key: 'promotional_sliders', kind: 'images', side: true },
    {
      key: 'banners',
      kind: 'items',
      items: [
        { key: 'title', kind: 'text', required: true },
        { key: 'description', kind: 'textarea', rows: 2 },
        { key: 'image', kind: 'image', isCropped: true },
      ],
    },
  ],
  search: { name: 'like', slug: 'eq' },
  translatable: ['name', 'settings', 'banners'],
  slugFrom: 'name',
  initial: {
    settings: {
      isHome: false,
      layoutType: 'classic',
      productCard: 'helium',
      bestSelling: block,
      popularProducts: block,
      category: block,
      newArrival: block,
      authors: block,
      manufactures: block,
      handpickedProducts: { ...block, enableSlider: false, products: [] },
    },
  },
});
