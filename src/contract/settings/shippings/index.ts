import { chargeCell, chargeFields, chargeTypes } from '@/contract/core/charge';
import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { Shipping, ShippingInput } from './schema';

export const shippings = defineResource<Shipping, ShippingInput, 'shippings'>({
  name: 'shippings',
  domain: 'settings',
  bareList: true,
  schema: () => import('./schema').then((module) => module.shippingSchema),
  allow: { list: adminOnly, read: adminOnly, create: adminOnly, update: adminOnly, remove: adminOnly },
  titleOf: (shipping) => shipping.name,
  columns: [
    { key: 'name', kind: 'title', sort: true },
    { key: 'type', kind: 'text', sort: true },
    { key: 'amount', kind: 'money', sort: true, value: chargeCell },
    { key: 'is_global', kind: 'switch' },
    { key: 'created_at', kind: 'relative', sort: true, hidden: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    ...chargeFields,
    { key: 'is_for_all', kind: 'switch', side: true },
    { key: 'is_global', kind: 'switch', side: true },
  ],
  filters: [{ key: 'type', via: 'search', kind: 'select', options: chargeTypes }],
  search: { name: 'like', type: 'eq' },
  translatable: ['name'],
  after: { create: 'list', update: 'stay' },
  initial: { type: 'fixed', is_global: true },
});
