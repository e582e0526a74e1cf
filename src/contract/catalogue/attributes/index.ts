import { defineResource } from '@/contract/core/define';
import { everything, withStaff } from '@/contract/core/permissions';
import type { Attribute, AttributeInput } from './schema';

export const attributes = defineResource<Attribute, AttributeInput, 'attributes'>({
  name: 'attributes',
  domain: 'catalogue',
  bareList: true,
  schema: () => import('./schema').then((module) => module.attributeSchema),
  scope: 'catalogue',
  allow: { ...everything(withStaff('catalogue')), list: 'public', read: 'public' },
  identity: 'slug',
  titleOf: (attribute) => attribute.name,
  columns: [
    { key: 'name', kind: 'title', sort: true },
    { key: 'values', kind: 'chips', value: (attribute) => attribute.values.map(({ value }) => value) },
    { key: 'shop', kind: 'related' },
    { key: 'slug', kind: 'text', hidden: true },
    { key: 'updated_at', kind: 'relative', sort: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    {
      key: 'values',
      kind: 'items',
      items: [
        { key: 'value', kind: 'text', required: true },
        { key: 'meta', kind: 'text' },
      ],
    },
    { key: 'slug', kind: 'slug', from: 'name', side: true },
  ],
  search: { name: 'like', shop_id: 'eq', slug: 'eq', 'shop.slug': 'in', 'type.slug': 'in' },
  translatable: ['name'],
  slugFrom: 'name',
  after: { create: 'list', update: 'stay' },
});

export const attributesInShop = {
  ...attributes,
  columns: attributes.columns.filter(({ key }) => key !== 'shop'),
};
