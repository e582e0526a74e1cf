import { defineResource } from '@/contract/core/define';
import { adminOnly, adminOwner, moneyReaders } from '@/contract/core/permissions';
import type { Withdraw, WithdrawInput } from './schema';

/** Vendor withdrawals. A request is never edited, only decided. */
export const withdraws = defineResource<Withdraw, WithdrawInput, 'withdraws'>({
  name: 'withdraws',
  domain: 'ledger',
  schema: () => import('./schema').then((module) => module.withdrawSchema),
  allow: { list: moneyReaders, read: moneyReaders, create: adminOwner, update: adminOnly, remove: adminOnly },
  titleOf: (withdraw) => `№\u00a0${withdraw.id}`,
  columns: [
    { key: 'id', kind: 'title' },
    { key: 'shop', kind: 'related' },
    { key: 'amount', kind: 'money', sort: true },
    { key: 'payment_method', kind: 'text' },
    {
      key: 'status',
      kind: 'badge',
      sort: true,
      tones: { pending: 'warn', processing: 'accent', on_hold: 'neutral', approved: 'good', rejected: 'bad' },
    },
    {
      key: 'payout_state',
      kind: 'badge',
      tones: { confirmed: 'accent', debited: 'good', returned: 'bad' },
    },
    { key: 'created_at', kind: 'date', sort: true },
  ],
  fields: [
    { key: 'amount', kind: 'money', required: true },
    { key: 'payment_method', kind: 'text', required: true },
    { key: 'details', kind: 'textarea', rows: 3 },
    { key: 'note', kind: 'textarea', rows: 3 },
  ],
  tabs: {
    all: {},
    pending: { status: 'pending' },
    processing: { status: 'processing' },
    on_hold: { status: 'on_hold' },
    approved: { status: 'approved' },
    rejected: { status: 'rejected' },
  },
  filters: [
    {
      key: 'status',
      via: 'search',
      kind: 'select',
      options: ['pending', 'processing', 'on_hold', 'approved', 'rejected'],
    },
    { key: 'payout_state', via: 'search', kind: 'select', options: ['confirmed', 'debited', 'returned'] },
    { key: 'shop', via: 'search', kind: 'related', relation: { endpoint: 'shops' } },
  ],
  search: { payment_method: 'like', status: 'eq', payout_state: 'eq', shop_id: 'eq', 'shop.slug': 'eq' },
  pageSize: 10,
  after: { create: 'list', update: 'stay' },
  opens: 'details',
});

/** Inside a shop every row is the shop's, so the shop column and filter go. */
export const withdrawsInShop = {
  ...withdraws,
  columns: withdraws.columns.filter(({ key }) => key !== 'shop'),
  filters: withdraws.filters.filter(({ key }) => key !== 'shop'),
};
