import { chargeCell, chargeFields, chargeTypes } from '@/contract/core/charge';
import { defineResource } from '@/contract/core/define';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import type { DeliveryClass, DeliveryClassInput } from './schema';

export const deliveryClasses = defineResource<DeliveryClass, DeliveryClassInput, 'delivery-classes'>({
  name: 'delivery-classes',
  domain: 'settings',
  schema: () => import('./schema').then((module) => module.deliveryClassSchema),
  allow: { list: signedIn, read: signedIn, create: adminOnly, update: adminOnly, remove: adminOnly },
  titleOf: (deliveryClass) => deliveryClass.name,
  columns: [
    {
      key: 'name',
      kind: 'title',
      sort: true,
      note: ({ boxes }) => boxes.map(({ name }) => name).join(', '),
    },
    { key: 'type', kind: 'text', sort: true },
    { key: 'amount', kind: 'money', sort: true, value: chargeCell },
    { key: 'max_weight', kind: 'number', sort: true },
    { key: 'is_active', kind: 'switch' },
    { key: 'is_global', kind: 'switch', hidden: true },
    { key: 'created_at', kind: 'relative', sort: true, hidden: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    ...chargeFields,
    { key: 'max_weight', kind: 'number', unit: 'kg' },
    { key: 'max_length', kind: 'number', unit: 'cm' },
    { key: 'max_width', kind: 'number', unit: 'cm' },
    { key: 'max_height', kind: 'number', unit: 'cm' },
    {
      key: 'box_ids',
      kind: 'relation',
      relation: {
        endpoint: 'api/admin/boxes',
        multiple: true,
        stub: 'boxes',
      },
    },
    { key: 'is_active', kind: 'switch', side: true },
    { key: 'is_global', kind: 'switch', side: true },
  ],
  filters: [
    { key: 'type', via: 'search', kind: 'select', options: chargeTypes },
    { key: 'is_active', via: 'param', kind: 'switch' },
  ],
  search: { name: 'like', type: 'eq' },
  after: { create: 'list', update: 'list' },
  initial: { type: 'fixed', is_global: true, is_active: true },
});
