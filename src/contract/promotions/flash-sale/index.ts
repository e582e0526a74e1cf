import type { SaleState } from '@/contract/catalogue/products/sale-price';
import { defineResource, type Tone } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { FlashSale, FlashSaleInput } from './schema';

/** Not imported from the schema: a list page ships no validation code. */
const types = ['percentage', 'fixed_rate'] as const;

const saleTones: Record<SaleState, Tone> = {
  running: 'good',
  scheduled: 'accent',
  finished: 'neutral',
  disabled: 'warn',
};

export const flashSale = defineResource<FlashSale, FlashSaleInput, 'flash-sale'>({
  name: 'flash-sale',
  domain: 'promotions',
  schema: () => import('./schema').then((module) => module.flashSaleSchema),
  scope: 'promotions',
  allow: { list: 'public', read: 'public', create: adminOnly, update: adminOnly, remove: adminOnly },
  identity: 'slug',
  titleOf: (sale) => sale.title,
  columns: [
    { key: 'title', kind: 'title', sort: true, note: (sale) => sale.description },
    { key: 'status', kind: 'badge', tones: saleTones },
    { key: 'start_date', kind: 'date', sort: true },
    { key: 'end_date', kind: 'date', sort: true },
    {
      key: 'rate',
      kind: 'money',
      value: ({ type, rate }) => (type === 'percentage' ? `-${rate} %` : -Number(rate)),
    },
    { key: 'products_count', kind: 'number' },
    { key: 'sale_status', kind: 'switch' },
    { key: 'type', kind: 'badge', sort: true, hidden: true },
    { key: 'id', kind: 'id', sort: true, hidden: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'title', kind: 'text', required: true },
    { key: 'slug', kind: 'slug', from: 'title' },
    { key: 'description', kind: 'formatted', required: true, rows: 5 },
    { key: 'type', kind: 'radio', required: true, options: types },
    { key: 'rate', kind: 'number', required: true, unit: 'percent' },
    { key: 'start_date', kind: 'datetime', required: true, side: true },
    { key: 'end_date', kind: 'datetime', required: true, side: true },
    { key: 'sale_status', kind: 'switch', side: true },
    { key: 'image', kind: 'image', side: true },
    { key: 'cover_image', kind: 'image', side: true, isCropped: true },
  ],
  filters: [
    {
      key: 'status',
      via: 'param',
      kind: 'select',
      options: ['running', 'scheduled', 'finished', 'disabled'],
    },
    { key: 'type', via: 'param', kind: 'select', options: types },
  ],
  // The last two are sent by vendor clients; `shop_id` filters nothing because every sale is open to all shops.
  search: { title: 'like', slug: 'eq', type: 'eq', status: 'eq', request_from: 'eq', shop_id: 'eq' },
  translatable: ['title', 'description'],
  slugFrom: 'title',
  after: { create: 'list', update: 'list' },
  initial: {
    type: 'percentage',
    sale_builder: { data_type: 'handpicked_products', product_ids: [], category_ids: [] },
  },
});

/** Vendor view: current and upcoming sales, read-only. */
export const shopFlashSale = {
  ...flashSale,
  columns: flashSale.columns.filter(({ key }) => key !== 'sale_status' && key !== 'created_at'),
  filters: [
    { key: 'status', via: 'param' as const, kind: 'select' as const, options: ['running', 'scheduled'] },
  ],
  pageSize: 10,
} satisfies typeof flashSale;
