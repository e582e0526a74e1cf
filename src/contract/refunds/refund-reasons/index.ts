import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { RefundReason, RefundReasonInput } from './schema';

export const refundReasons = defineResource<RefundReason, RefundReasonInput, 'refund-reasons'>({
  name: 'refund-reasons',
  domain: 'refunds',
  endpoint: 'refund-reasons',
  updateMethod: 'PUT',
  schema: () => import('./schema').then((module) => module.refundReasonSchema),
  allow: { list: 'public', read: 'public', create: adminOnly, update: adminOnly, remove: adminOnly },
  identity: 'slug',
  titleOf: (reason) => reason.name,
  columns: [
    { key: 'name', kind: 'title', sort: true },
    { key: 'slug', kind: 'text', sort: true },
    { key: 'created_at', kind: 'relative', sort: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'slug', kind: 'slug', from: 'name' },
  ],
  filters: [],
  search: { name: 'like', slug: 'eq' },
  defaultSort: { orderBy: 'created_at', sortedBy: 'desc' },
  pageSize: 10,
  translatable: ['name'],
  slugFrom: 'name',
  after: { create: 'list', update: 'edit' },
  initial: { name: '', slug: '' },
});
