import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { Tag, TagInput } from './schema';

export const tags = defineResource<Tag, TagInput, 'tags'>({
  name: 'tags',
  domain: 'catalogue',
  schema: () => import('./schema').then((module) => module.tagSchema),
  allow: { list: 'public', read: 'public', create: adminOnly, update: adminOnly, remove: adminOnly },
  identity: 'slug',
  titleOf: (tag) => tag.name,
  columns: [
    { key: 'name', kind: 'title', sort: true, note: (tag) => tag.details },
    { key: 'slug', kind: 'text', hidden: true },
    { key: 'type', kind: 'related' },
    { key: 'icon', kind: 'icon', hidden: true },
    { key: 'created_at', kind: 'date', sort: true },
    { key: 'updated_at', kind: 'relative', sort: true, hidden: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'slug', kind: 'slug', from: 'name' },
    { key: 'details', kind: 'formatted', rows: 4 },
    { key: 'type_id', kind: 'relation', side: true, relation: { endpoint: 'types', stub: 'type' } },
    { key: 'image', kind: 'image', side: true },
    { key: 'icon', kind: 'icon', side: true },
  ],
  filters: [{ key: 'type', via: 'search', kind: 'related', relation: { endpoint: 'types' } }],
  search: { name: 'like', slug: 'eq', 'type.slug': 'in' },
  pageSize: 10,
  translatable: ['name', 'details'],
  slugFrom: 'name',
});
