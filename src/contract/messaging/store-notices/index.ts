import { defineResource, type Tone } from '@/contract/core/define';
import { adminOwner } from '@/contract/core/permissions';
import type { StoreNotice, StoreNoticeInput } from './schema';

/** Importance by colour; red is for faults only. */
export const noticeTones = {
  high: 'warn',
  medium: 'accent',
  low: 'neutral',
} as const satisfies Record<StoreNotice['priority'], Tone>;

export const storeNotices = defineResource<StoreNotice, StoreNoticeInput, 'store-notices'>({
  name: 'store-notices',
  domain: 'messaging',
  schema: () => import('./schema').then((module) => module.storeNoticeSchema),
  allow: {
    // Visitors of a shop front read what a shop shows to all; the policy decides.
    list: 'public',
    read: 'public',
    create: adminOwner,
    update: adminOwner,
    remove: adminOwner,
  },
  titleOf: (row) => row.notice,
  columns: [
    { key: 'notice', kind: 'title', sort: true, note: (row) => row.description },
    { key: 'type', kind: 'text', sort: true },
    { key: 'effective_from', kind: 'date', sort: true },
    { key: 'expired_at', kind: 'date', sort: true },
    { key: 'creator_role', kind: 'text', spare: true },
    { key: 'priority', kind: 'badge', sort: true, tones: noticeTones },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'notice', kind: 'text', required: true },
    { key: 'description', kind: 'textarea', required: true, rows: 6 },
    { key: 'priority', kind: 'select', required: true, side: true, options: ['high', 'medium', 'low'] },
    { key: 'effective_from', kind: 'date', required: true, side: true },
    { key: 'expired_at', kind: 'date', required: true, side: true },
    { key: 'is_listed', kind: 'switch', side: true },
  ],
  filters: [{ key: 'priority', via: 'param', kind: 'select', options: ['high', 'medium', 'low'] }],
  search: {
    notice: 'like',
    type: 'eq',
    effective_from: 'eq',
    expired_at: 'eq',
    'shops.slug': 'eq',
    // Id or slug of a shop.
    shop_id: 'eq',
    'users.id': 'eq',
    // In force today.
    is_current: 'eq',
    // Read by the caller.
    is_read: 'eq',
  },
  translatable: ['notice', 'description'],
  initial: {
    priority: 'medium',
    type: 'all_vendor',
    received_by: [],
  },
});
