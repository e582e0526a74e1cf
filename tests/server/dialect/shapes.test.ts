import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import { buildScene, type Scene } from '../../support/factories';
import { type TestApp, testApp } from '../../support/server';
import { buildMarketplace, type Rows } from './dialect-scene';
import { differences } from './shape-check';
import { type ShapeName, shapes } from './shapes';

/**
 * Every answer has the fields that clients of the dialect read (reference endpoints and entities), never null where
 * they take an object or a list.
 */
let api: TestApp;
let scene: Scene;
let rows: Rows;

beforeAll(async () => {
  api = await testApp();
  scene = await buildScene(api.db);
  rows = await buildMarketplace(api, scene);
});
afterAll(() => api.close());

type Person = 'super_admin' | 'store_owner' | 'staff' | 'customer';

const idOf = (name: string) => String(rows[name]?.id);

/** Lists: a page or a plain array, with at least one row. */
const lists: [path: string, shape: ShapeName, as?: Person][] = [
  ['users', 'user'],
  ['vendors/list?is_active=true', 'user'],
  ['customers/list', 'user'],
  ['admin/list', 'user'],
  ['all-staffs', 'staff'],
  ['staffs?shop_id=1', 'staff', 'store_owner'],
  ['shops', 'shop'],
  ['my-shops', 'shopDetails', 'store_owner'],
  ['types', 'group'],
  ['categories', 'category'],
  ['tags', 'tag'],
  ['attributes', 'attribute'],
  ['attribute-values', 'attributeValue'],
  ['authors', 'author'],
  ['manufacturers', 'manufacturer'],
  ['products', 'product'],
  ['products', 'product', 'store_owner'],
  ['popular-products', 'product'],
  ['best-selling-products', 'product'],
  ['products-stock', 'product'],
  ['low-stock-products', 'product'],
  ['draft-products', 'product', 'store_owner'],
  ['top-rate-product', 'topRated'],
  ['category-wise-product', 'categoryProducts'],
  ['category-wise-product-sale', 'categorySales'],
  ['orders', 'order'],
  ['orders', 'order', 'store_owner'],
  ['orders', 'order', 'customer'],
  ['order-status', 'orderStatus'],
  ['refunds', 'refund'],
  ['refunds', 'refund', 'store_owner'],
  ['refund-policies', 'refundPolicy'],
  ['refund-reasons', 'refundReason'],
  ['withdraws', 'withdraw'],
  ['coupons', 'coupon'],
  ['taxes', 'tax'],
  ['shippings', 'shipping'],
  ['reviews', 'review'],
  ['questions?answer=null', 'question'],
  ['my-questions', 'question', 'customer'],
  ['abusive_reports', 'report'],
  ['my-reports', 'report', 'store_owner'],
  ['faqs', 'faq'],
  ['terms-and-conditions', 'terms'],
  ['flash-sale', 'flashSale'],
  ['vendor-requests-for-flash-sale', 'saleRequest', 'store_owner'],
  ['store-notices', 'notice'],
  ['store-notices', 'notice', 'store_owner'],
  ['store-notices/getStoreNoticeType', 'option', 'store_owner'],
  ['store-notices/getUsersToNotify?type=specific_vendor', 'named'],
  ['notify-logs', 'notification', 'store_owner'],
  ['conversations', 'conversation', 'store_owner'],
  ['dialogs', 'conversation', 'customer'],
  ['ownership-transfer', 'transfer', 'store_owner'],
  [resources.boxes.endpoint, 'box'],
  [resources['error-codes'].endpoint, 'errorCode'],
  ['app-versions', 'appVersion'],
  ['social-links', 'socialLink'],
  ['advertising-banners', 'banner'],
  ['review-banners', 'reviewBanner'],
  ['delivery-classes', 'deliveryClass'],
];

it.each(lists)('GET %s answers rows of the shape %s', async (path, shape, as = 'super_admin') => {
  const { status, body } = await api.request<object[] | { data: object[] }>(scene[as], 'GET', path);

  expect(status).toBe(200);
  const found = Array.isArray(body) ? body : body.data;
  expect(found.length).toBeGreaterThan(0);
  expect([...new Set(found.flatMap((row) => differences(row, shapes[shape])))]).toEqual([]);
});

/** One object each. */
const details: [path: () => string, shape: ShapeName, as?: Person][] = [
  [() => 'me', 'me'],
  [() => 'me', 'me', 'store_owner'],
  [() => 'me', 'me', 'staff'],
  [() => 'me', 'me', 'customer'],
  [() => 'settings', 'settings'],
  [() => 'analytics', 'analytics'],
  [() => 'analytics', 'analytics', 'store_owner'],
  [() => `users/${scene.customer.id}`, 'userDetails'],
  [() => `shops/${scene.shop.slug}`, 'shopDetails'],
  [() => `shops/${scene.shop.id}`, 'shopDetails', 'store_owner'],
  [() => `products/${rows.product?.slug}`, 'productDetails'],
  [() => `products/${idOf('variable')}`, 'productDetails', 'store_owner'],
  [() => `orders/${idOf('order')}`, 'orderDetails'],
  [() => `orders/tracking-number/${String(rows.order?.tracking_number)}`, 'orderDetails', 'customer'],
  [() => `refunds/${idOf('refund')}`, 'refund'],
  [() => `reviews/${idOf('review')}`, 'reviewDetails'],
  [() => `questions/${idOf('question')}`, 'questionDetails'],
  [() => `types/${rows.groups?.slug}`, 'group'],
  [() => `categories/${rows.categories?.slug}`, 'category'],
  [() => `tags/${rows.tags?.slug}`, 'tag'],
  [() => `attributes/${rows.attributes?.slug}`, 'attribute'],
  [() => `authors/${rows.authors?.slug}`, 'author'],
  [() => `manufacturers/${rows.manufacturers?.slug}`, 'manufacturer'],
  [() => `coupons/${String(rows.coupons?.code)}`, 'coupon'],
  [() => `terms-and-conditions/${rows['terms-and-conditions']?.slug}`, 'terms'],
  [() => `flash-sale/${rows.sale?.slug}`, 'flashSaleDetails'],
  [() => `vendor-requests-for-flash-sale/${idOf('request')}`, 'saleRequest'],
  [() => `store-notices/${idOf('store-notices')}`, 'notice'],
  [() => `conversations/${idOf('conversation')}`, 'conversation', 'store_owner'],
  [() => `ownership-transfer/${idOf('transfer')}`, 'transfer', 'store_owner'],
];

describe('one object', () => {
  it.each(details.map(([path, shape, as]) => [shape, as ?? 'super_admin', path] as const))(
    'has the shape %s for %s',
    async (shape, as, path) => {
      const { status, body } = await api.request(scene[as], 'GET', path());

      expect(status).toBe(200);
      expect(differences(body, shapes[shape])).toEqual([]);
    },
  );
});
