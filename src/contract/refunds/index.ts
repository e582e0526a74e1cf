import { dayFilters, defineResource } from '@/contract/core/define';
import { adminOnly, type Permission, signedIn } from '@/contract/core/permissions';
import type { DecideRefundInput, Refund } from './schema';
import { refundKinds, refundStates } from './states';

/** The policy decides on rows: customers see their own refunds, owners and staff those with goods of the shop. */
const readers: readonly Permission[] = [...signedIn, 'staff:orders'];

/** Refunds: requested on the order, decided on their details, never edited. In a shop: those with its goods. */
export const refunds = defineResource<Refund, DecideRefundInput, 'refunds'>({
  name: 'refunds',
  domain: 'refunds',
  schema: () => import('./schema').then((module) => module.decideRefundSchema),
  scope: 'orders',
  allow: { list: readers, read: readers, create: signedIn, update: adminOnly, remove: adminOnly },
  titleOf: (refund) => `№\u00a0${refund.id}`,
  columns: [
    { key: 'id', kind: 'title', sort: true, note: (refund) => refund.title },
    { key: 'refund_reason', kind: 'related' },
    { key: 'customer_email', kind: 'text' },
    { key: 'amount', kind: 'money', sort: true },
    { key: 'tracking_number', kind: 'text', under: 'customer_email' },
    { key: 'created_at', kind: 'relative', sort: true, under: 'status' },
    { key: 'order_created_at', kind: 'relative', hidden: true },
    {
      key: 'status',
      kind: 'badge',
      sort: true,
      tones: { pending: 'warn', processing: 'accent', approved: 'good', rejected: 'bad' },
    },
    {
      key: 'kind',
      kind: 'badge',
      tones: { delivery: 'neutral', goodwill: 'neutral' },
      usual: ['goods'],
      hidden: true,
    },
    { key: 'answer_until', kind: 'relative', sort: true, hidden: true },
    { key: 'origin', kind: 'badge', tones: { request: 'neutral', cancellation: 'neutral' }, hidden: true },
  ],
  fields: [],
  tabs: { all: {}, ...Object.fromEntries(refundStates.map((status) => [status, { status }])) },
  filters: [
    {
      key: 'refund_reason',
      via: 'search',
      kind: 'related',
      relation: { endpoint: 'refund-reasons' },
      inShop: true,
    },
    {
      key: 'status',
      via: 'search',
      kind: 'select',
      options: ['pending', 'processing', 'approved', 'rejected'],
      inShop: true,
    },
    { key: 'kind', via: 'search', kind: 'select', options: refundKinds, inShop: true },
    { key: 'origin', via: 'search', kind: 'select', options: ['request', 'cancellation'] },
    ...dayFilters('decided'),
    { key: 'shop', via: 'search', kind: 'related', relation: { endpoint: 'shops' } },
  ],
  search: {
    tracking_number: 'like',
    title: 'like',
    // The title, under the name that other clients of the dialect use.
    name: 'like',
    description: 'eq',
    status: 'in',
    origin: 'eq',
    kind: 'eq',
    method: 'eq',
    order_id: 'eq',
    customer_id: 'eq',
    refund_policy_id: 'eq',
    'refund_policy.slug': 'eq',
    'refund_reason.slug': 'eq',
    shop_id: 'eq',
    'shop.slug': 'eq',
    // The group of the goods.
    'type.slug': 'in',
    // Days of the business time zone, both included.
    decided_from: 'eq',
    decided_to: 'eq',
  },
  pageSize: 10,
  after: { create: 'list', update: 'stay' },
  opens: 'details',
});

export const refundsInShop = {
  ...refunds,
  columns: refunds.columns.filter(({ key }) => key !== 'origin'),
  filters: refunds.filters.filter(({ key }) => key !== 'origin' && key !== 'shop'),
};
