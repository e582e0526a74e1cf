import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { OrderStatus, OrderStatusInput } from './schema';

export const orderStatus = defineResource<OrderStatus, OrderStatusInput, 'order-status'>({
  name: 'order-status',
  domain: 'orders',
  schema: () => import('./schema').then((module) => module.orderStatusSchema),
  allow: { list: 'public', read: 'public', create: adminOnly, update: adminOnly, remove: adminOnly },
  identity: 'slug',
  titleOf: (status) => status.name,
  columns: [
    { key: 'name', kind: 'title', sort: true },
    { key: 'color', kind: 'colour' },
    { key: 'serial', kind: 'number', sort: true },
    { key: 'slug', kind: 'text', hidden: true },
    { key: 'updated_at', kind: 'relative', sort: true, hidden: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'serial', kind: 'number', required: true },
    { key: 'color', kind: 'colour', required: true },
  ],
  search: { name: 'like', slug: 'eq' },
  defaultSort: { orderBy: 'serial', sortedBy: 'asc' },
  translatable: ['name'],
  slugFrom: 'name',
});
