import { defineResource } from '@/contract/core/define';
import { everything, withStaff } from '@/contract/core/permissions';
import type { FlashSaleRequest, FlashSaleRequestInput } from './schema';

/** Vendor requests to join a flash sale. Shown on the sale's page, so not in the family registry. */
export const flashSaleRequests = defineResource<
  FlashSaleRequest,
  FlashSaleRequestInput,
  'vendor-requests-for-flash-sale'
>({
  name: 'vendor-requests-for-flash-sale',
  domain: 'promotions',
  schema: () => import('./schema').then((module) => module.flashSaleRequestSchema),
  allow: everything(withStaff('promotions')),
  titleOf: (request) => request.title,
  columns: [
    { key: 'title', kind: 'title', sort: true, note: (request) => request.note },
    {
      key: 'status',
      kind: 'badge',
      sort: true,
      tones: { waiting: 'warn', approved: 'good', rejected: 'bad' },
    },
    { key: 'created_at', kind: 'datetime', sort: true },
  ],
  fields: [
    { key: 'title', kind: 'text', required: true },
    { key: 'note', kind: 'textarea', rows: 3 },
  ],
  search: {
    title: 'like',
    request_status: 'eq',
    status: 'eq',
    flash_sale_id: 'eq',
    shop_id: 'eq',
    needs_consent: 'eq',
  },
  pageSize: 10,
  after: { create: 'list', update: 'stay' },
  initial: { title: '', note: '', requested_product_ids: [], accepted_terms: '', price_floors: [] },
});
