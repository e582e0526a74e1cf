import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { RefundPolicy, RefundPolicyInput } from './schema';

export const refundPolicies = defineResource<RefundPolicy, RefundPolicyInput, 'refund-policies'>({
  name: 'refund-policies',
  domain: 'refunds',
  schema: () => import('./schema').then((module) => module.refundPolicySchema),
  allow: { list: 'public', read: 'public', create: adminOnly, update: adminOnly, remove: adminOnly },
  identity: 'slug',
  titleOf: (policy) => policy.title,
  columns: [
    { key: 'title', kind: 'title', sort: true, note: (policy) => policy.description, isNoteFormatted: true },
    { key: 'target', kind: 'text', sort: true },
    {
      key: 'status',
      kind: 'badge',
      sort: true,
      tones: { approved: 'good', pending: 'warn' },
      usual: ['approved'],
    },
    { key: 'updated_at', kind: 'relative', sort: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'title', kind: 'text', required: true },
    { key: 'slug', kind: 'slug', from: 'title' },
    { key: 'description', kind: 'formatted', rows: 10 },
    { key: 'target', kind: 'select', required: true, options: ['vendor', 'customer'], side: true },
    { key: 'status', kind: 'radio', required: true, options: ['approved', 'pending'], side: true },
  ],
  filters: [
    { key: 'target', via: 'search', kind: 'select', options: ['vendor', 'customer'] },
    { key: 'status', via: 'search', kind: 'select', options: ['approved', 'pending'] },
  ],
  search: {
    title: 'like',
    description: 'like',
    slug: 'eq',
    target: 'eq',
    status: 'eq',
    shop_id: 'eq',
    'shop.slug': 'in',
  },
  pageSize: 10,
  translatable: ['title', 'description'],
  slugFrom: 'title',
  initial: { target: 'customer', status: 'pending' },
});
