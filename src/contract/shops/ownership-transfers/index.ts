import { defineResource } from '@/contract/core/define';
import { adminOnly, adminOwner } from '@/contract/core/permissions';
import type { OwnershipTransfer, TransferInput } from './schema';

/**
 * Ownership transfers of shops. They have no form: one is requested on the shop's page and decided by an administrator,
 * so the family is not in the registry.
 */
export const ownershipTransfers = defineResource<OwnershipTransfer, TransferInput, 'ownership-transfer'>({
  name: 'ownership-transfers',
  domain: 'shops',
  endpoint: 'ownership-transfer',
  schema: () => import('./schema').then((module) => module.transferSchema),
  allow: { list: adminOwner, read: adminOwner, create: adminOwner, update: adminOnly, remove: adminOwner },
  titleOf: (transfer) => transfer.shop?.name ?? transfer.transaction_identifier,
  columns: [
    { key: 'shop', kind: 'related' },
    { key: 'from_user', kind: 'related' },
    { key: 'to_user', kind: 'related' },
    {
      key: 'status',
      kind: 'badge',
      sort: true,
      tones: { pending: 'warn', processing: 'accent', approved: 'good', rejected: 'bad' },
    },
    { key: 'created_at', kind: 'datetime', sort: true },
  ],
  fields: [],
  filters: [
    {
      key: 'status',
      via: 'search',
      kind: 'select',
      options: ['pending', 'processing', 'approved', 'rejected'],
    },
  ],
  search: {
    'shop.name': 'like',
    transaction_identifier: 'eq',
    status: 'eq',
    shop_id: 'eq',
    'shop.slug': 'eq',
    from: 'eq',
    to: 'eq',
    // `sent` or `received` by the current user.
    type: 'eq',
  },
  pageSize: 15,
  after: { create: 'list', update: 'stay' },
  opens: 'details',
});
