import { defineResource } from '@/contract/core/define';
import { everything, withStaff } from '@/contract/core/permissions';
import type { AttributeValue, AttributeValueInput } from './schema';

const attribute = { endpoint: 'attributes', labelKey: 'full_name', searchKey: 'name' };

export const attributeValues = defineResource<AttributeValue, AttributeValueInput, 'attribute-values'>({
  name: 'attribute-values',
  domain: 'catalogue',
  bareList: true,
  schema: () => import('./schema').then((module) => module.attributeValueSchema),
  scope: 'catalogue',
  allow: everything(withStaff('catalogue')),
  titleOf: (row) => row.value,
  columns: [
    { key: 'value', kind: 'title', sort: true },
    { key: 'meta', kind: 'colour' },
    { key: 'attribute', kind: 'related' },
    { key: 'shop', kind: 'related' },
    { key: 'updated_at', kind: 'relative', sort: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    {
      key: 'attribute_id',
      kind: 'relation',
      required: true,
      relation: { ...attribute, stub: 'attribute' },
    },
    { key: 'value', kind: 'text', required: true },
    { key: 'meta', kind: 'text' },
  ],
  filters: [{ key: 'attribute_id', via: 'param', kind: 'related', relation: attribute }],
  search: { value: 'like', attribute_id: 'eq', 'attribute.slug': 'in', shop_id: 'eq' },
  pageSize: 10,
  translatable: ['value'],
});
