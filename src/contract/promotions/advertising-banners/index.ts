import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { AdvertisingBanner, AdvertisingBannerInput } from './schema';
import { bannerPlaces, bannerStatuses } from './values';

const shops = { endpoint: 'shops' };

export const advertisingBanners = defineResource<
  AdvertisingBanner,
  AdvertisingBannerInput,
  'advertising-banners'
>({
  name: 'advertising-banners',
  domain: 'promotions',
  schema: () => import('./schema').then((module) => module.advertisingBannerSchema),
  scope: 'promotions',
  allow: { list: 'public', read: 'public', create: adminOnly, update: adminOnly, remove: adminOnly },
  titleOf: (banner) => banner.title,
  columns: [
    { key: 'title', kind: 'title', sort: true, note: (banner) => banner.advertiser ?? banner.shop?.name },
    { key: 'place', kind: 'text', sort: true },
    { key: 'url', kind: 'link', hidden: true },
    { key: 'start_date', kind: 'date', sort: true },
    { key: 'end_date', kind: 'date', sort: true },
    {
      key: 'status',
      kind: 'badge',
      tones: { running: 'good', scheduled: 'accent', finished: 'neutral', off: 'bad' },
    },
    { key: 'views_count', kind: 'number', sort: true },
    { key: 'clicks_count', kind: 'number', sort: true },
    { key: 'shop', kind: 'related', hidden: true },
    { key: 'position', kind: 'number', sort: true, hidden: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'title', kind: 'text', required: true },
    { key: 'description', kind: 'textarea', rows: 3 },
    { key: 'url', kind: 'text' },
    { key: 'image', kind: 'image', isCropped: true, required: true },
    { key: 'mobile_image', kind: 'image', isCropped: true },
    { key: 'place', kind: 'select', required: true, side: true, options: bannerPlaces },
    { key: 'start_date', kind: 'datetime', side: true },
    { key: 'end_date', kind: 'datetime', side: true },
    { key: 'position', kind: 'number', side: true },
    { key: 'is_active', kind: 'switch', side: true },
    { key: 'shop_id', kind: 'relation', side: true, relation: { ...shops, stub: 'shop' } },
    { key: 'advertiser', kind: 'text', side: true },
    { key: 'advertiser_inn', kind: 'text', side: true },
    { key: 'erid', kind: 'text', side: true },
  ],
  filters: [
    { key: 'status', via: 'param', kind: 'select', options: bannerStatuses },
    { key: 'place', via: 'param', kind: 'select', options: bannerPlaces },
    { key: 'shop', via: 'search', kind: 'related', relation: shops },
  ],
  search: { title: 'like', place: 'eq', shop_id: 'eq', erid: 'eq', 'shop.slug': 'in' },
  translatable: ['title', 'description'],
  initial: { place: 'home_top', position: 0 },
});
