import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { Category, CategoryInput } from './schema';

export const categories = defineResource<Category, CategoryInput, 'categories'>({
  name: 'categories',
  domain: 'catalogue',
  schema: () => import('./schema').then((module) => module.categorySchema),
  allow: { list: 'public', read: 'public', create: adminOnly, update: adminOnly, remove: adminOnly },
  identity: 'slug',
  titleOf: (category) => category.name,
  columns: [
    { key: 'name', kind: 'title', sort: true, note: (category) => category.details },
    { key: 'products_count', kind: 'number' },
    { key: 'parent', kind: 'related', hidden: true },
    { key: 'type', kind: 'related' },
    { key: 'icon', kind: 'icon', hidden: true },
    { key: 'slug', kind: 'text', sort: true, hidden: true },
    { key: 'updated_at', kind: 'relative', sort: true, hidden: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'slug', kind: 'slug', from: 'name' },
    { key: 'parent', kind: 'relation', relation: { endpoint: 'categories' } },
    { key: 'details', kind: 'formatted', rows: 4 },
    {
      key: 'required_characteristics',
      kind: 'items',
      items: [{ key: 'name', kind: 'text', required: true }],
    },
    { key: 'type_id', kind: 'relation', side: true, relation: { endpoint: 'types', stub: 'type' } },
    { key: 'image', kind: 'image', side: true },
    { key: 'icon', kind: 'icon', side: true },
    { key: 'banner_image', kind: 'images', side: true },
  ],
  filters: [
    { key: 'type', via: 'search', kind: 'related', relation: { endpoint: 'types' } },
    { key: 'parent', via: 'param', kind: 'related', relation: { endpoint: 'categories' } },
  ],
  // `parent` takes an id, or the text null for roots; `self` excludes a row and its descendants.
  search: { name: 'like', slug: 'eq', parent: 'eq', self: 'eq', 'type.slug': 'in' },
  defaultSort: { orderBy: 'position', sortedBy: 'asc' },
  translatable: ['name', 'details'],
  slugFrom: 'name',
});
