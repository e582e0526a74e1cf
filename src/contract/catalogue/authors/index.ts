import { defineResource } from '@/contract/core/define';
import { adminOnly, withStaff } from '@/contract/core/permissions';
import { socialIcons } from '@/contract/shops/socials';
import type { Author, AuthorInput } from './schema';

export const authors = defineResource<Author, AuthorInput, 'authors'>({
  name: 'authors',
  domain: 'catalogue',
  schema: () => import('./schema').then((module) => module.authorSchema),
  scope: 'catalogue',
  allow: {
    list: 'public',
    read: 'public',
    create: withStaff('catalogue'),
    update: adminOnly,
    remove: adminOnly,
  },
  identity: 'slug',
  titleOf: (author) => author.name,
  columns: [
    { key: 'name', kind: 'title', sort: true, note: (author) => author.languages },
    { key: 'products_count', kind: 'number' },
    { key: 'shop', kind: 'related' },
    { key: 'is_approved', kind: 'switch' },
    { key: 'created_at', kind: 'date', sort: true },
    { key: 'slug', kind: 'text', hidden: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'slug', kind: 'slug', from: 'name' },
    { key: 'bio', kind: 'formatted', rows: 6 },
    { key: 'quote', kind: 'textarea', rows: 3 },
    { key: 'languages', kind: 'text' },
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
    { key: 'born', kind: 'date', side: true },
    { key: 'death', kind: 'date', side: true },
  ],
  filters: [{ key: 'is_approved', via: 'param', kind: 'switch' }],
  search: { name: 'like', slug: 'eq', is_approved: 'eq', 'type.slug': 'in' },
  pageSize: 10,
  translatable: ['name', 'bio', 'quote'],
  slugFrom: 'name',
});

/** In a shop nobody approves, and submissions of others are hidden. */
export const authorsInShop = {
  ...authors,
  columns: authors.columns.filter(({ key }) => key !== 'is_approved' && key !== 'shop'),
  filters: [],
};
