import { defineResource } from '@/contract/core/define';
import { adminOwner, withStaff } from '@/contract/core/permissions';
import { bannerPlaces } from '../advertising-banners/values';
import type { ReviewBanner, ReviewBannerInput } from './schema';

const shops = { endpoint: 'shops' };

export const reviewBanners = defineResource<ReviewBanner, ReviewBannerInput, 'review-banners'>({
  name: 'review-banners',
  domain: 'promotions',
  schema: () => import('./schema').then((module) => module.reviewBannerSchema),
  scope: 'promotions',
  allow: {
    list: withStaff('promotions'),
    read: withStaff('promotions'),
    create: adminOwner,
    update: adminOwner,
    remove: adminOwner,
  },
  titleOf: (banner) => banner.title,
  columns: [
    { key: 'title', kind: 'title', sort: true, note: (banner) => banner.reject_reason },
    { key: 'shop', kind: 'related' },
    { key: 'place', kind: 'text', sort: true },
    { key: 'created_at', kind: 'relative', sort: true },
    {
      key: 'status',
      kind: 'badge',
      sort: true,
      tones: { pending: 'warn', approved: 'good', rejected: 'bad' },
    },
    { key: 'start_date', kind: 'date', sort: true, hidden: true },
    { key: 'end_date', kind: 'date', sort: true, hidden: true },
    { key: 'url', kind: 'link', hidden: true },
  ],
  fields: [
    { key: 'title', kind: 'text', required: true },
    { key: 'description', kind: 'textarea', rows: 3 },
    { key: 'url', kind: 'text' },
    { key: 'image', kind: 'image', required: true },
    { key: 'mobile_image', kind: 'image' },
    { key: 'place', kind: 'select', required: true, side: true, options: bannerPlaces },
    { key: 'shop_id', kind: 'relation', required: true, side: true, relation: { ...shops, stub: 'shop' } },
    { key: 'start_date', kind: 'datetime', side: true },
    { key: 'end_date', kind: 'datetime', side: true },
    { key: 'advertiser', kind: 'text', side: true },
    { key: 'advertiser_inn', kind: 'text', side: true },
    { key: 'erid', kind: 'text', side: true },
  ],
  filters: [
    { key: 'status', via: 'param', kind: 'select', options: ['pending', 'approved', 'rejected'] },
    { key: 'shop', via: 'search', kind: 'related', relation: shops },
  ],
  search: { title: 'like', status: 'eq', shop_id: 'eq', 'shop.slug': 'in' },
  after: { create: 'list', update: 'list' },
  initial: { place: 'home_top' },
  opens: 'details',
});
