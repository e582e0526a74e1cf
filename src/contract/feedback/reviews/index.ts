import { defineResource } from '@/contract/core/define';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import type { Review, ReviewInput } from './schema';

const products = { endpoint: 'products' };
const shops = { endpoint: 'shops' };

/**
 * Reviews. Anybody reads those of products on sale, shop staff all of their shop's; authors edit, administrators edit
 * and remove. Rows are filtered by `reviewPolicy`.
 */
export const reviews = defineResource<Review, ReviewInput, 'reviews'>({
  name: 'reviews',
  domain: 'feedback',
  schema: () => import('./schema').then((module) => module.reviewSchema),
  scope: 'feedback',
  allow: { list: 'public', read: 'public', create: signedIn, update: signedIn, remove: adminOnly },
  titleOf: (review) =>
    `${review.user?.name ?? ''} → ${review.product?.name ?? `№\u00a0${review.product_id}`}`,
  columns: [
    { key: 'product', kind: 'title', value: (review) => review.product?.name },
    { key: 'comment', kind: 'text' },
    { key: 'rating', kind: 'number', sort: true },
    { key: 'abusive_reports_count', kind: 'number' },
    { key: 'created_at', kind: 'relative', sort: true, under: 'rating' },
    { key: 'shop', kind: 'related', hidden: true },
    { key: 'user', kind: 'related', hidden: true },
    { key: 'id', kind: 'id', sort: true, hidden: true },
  ],
  fields: [
    { key: 'rating', kind: 'number', required: true },
    { key: 'comment', kind: 'textarea', required: true },
    { key: 'photos', kind: 'images' },
    { key: 'moderation_note', kind: 'textarea' },
  ],
  filters: [
    { key: 'rating', via: 'search', kind: 'select', options: ['5', '4', '3', '2', '1'], inShop: true },
    { key: 'with_photos', via: 'param', kind: 'switch' },
    { key: 'reported', via: 'param', kind: 'switch' },
    { key: 'product', via: 'search', kind: 'related', relation: products },
    { key: 'shop', via: 'search', kind: 'related', relation: shops },
  ],
  search: {
    comment: 'like',
    rating: 'in',
    shop_id: 'eq',
    product_id: 'eq',
    user_id: 'eq',
    'product.slug': 'in',
    'shop.slug': 'in',
    'type.slug': 'in',
  },
  pageSize: 15,
  after: { create: 'list', update: 'stay' },
  opens: 'details',
});
