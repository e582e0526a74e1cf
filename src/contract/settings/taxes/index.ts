import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { Tax, TaxInput } from './schema';

export const taxes = defineResource<Tax, TaxInput, 'taxes'>({
  name: 'taxes',
  domain: 'settings',
  bareList: true,
  schema: () => import('./schema').then((module) => module.taxSchema),
  allow: { list: adminOnly, read: adminOnly, create: adminOnly, update: adminOnly, remove: adminOnly },
  titleOf: (tax) => tax.name,
  columns: [
    { key: 'name', kind: 'title', sort: true },
    { key: 'rate', kind: 'number', sort: true },
    { key: 'country', kind: 'text', sort: true },
    { key: 'state', kind: 'text' },
    { key: 'city', kind: 'text' },
    { key: 'zip', kind: 'text' },
    { key: 'priority', kind: 'number', sort: true, hidden: true },
    { key: 'is_global', kind: 'switch', hidden: true },
    { key: 'on_shipping', kind: 'switch', hidden: true },
    { key: 'created_at', kind: 'relative', sort: true, hidden: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'rate', kind: 'number', required: true, unit: 'percent' },
    { key: 'country', kind: 'text' },
    { key: 'state', kind: 'text' },
    { key: 'city', kind: 'text' },
    { key: 'zip', kind: 'text' },
    { key: 'is_global', kind: 'switch', side: true },
    { key: 'on_shipping', kind: 'switch', side: true },
    { key: 'priority', kind: 'number', side: true },
  ],
  search: { name: 'like' },
  translatable: ['name'],
  after: { create: 'list', update: 'stay' },
  initial: { is_global: true, on_shipping: true },
});
