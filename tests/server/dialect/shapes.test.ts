import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import { dialectEndpoints } from '../../contract/core/dialect-endpoints';
import { endpointsOf } from '../../support/endpoints';
import { buildScene, buildUser } from '../../support/factories';
import { type SampleName, sampleNames, samples } from '../../support/samples';
import type { TestApp, Wire } from '../../support/server';
import { buildMarketplace, otherClientApp, type Rows } from './dialect-scene';
import { password, prepare, steps, type World } from './other-answers';
import { differences } from './shape-check';
import { type ShapeName, shapes } from './shapes';
import { wrongIn } from './shapes-of-answers';

/** Every response has the fields that clients of the dialect read, never null in place of an object or a list. */
let api: TestApp;
let scene: World['scene'];
let rows: Rows;

beforeAll(async () => {
  api = await otherClientApp({ sms: { url: 'https://sms.test/send', key: 'key', from: 'TEST' } });
  const stranger = await buildUser(api.db, { role: 'store_owner', email: 'client@test.ru', password });
  scene = { ...(await buildScene(api.db)), stranger };
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
  ['top-authors', 'author', 'customer'],
  ['top-manufacturers', 'manufacturer', 'customer'],
  ['featured-categories', 'category', 'customer'],
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

it.each(lists)('GET %s returns rows of the shape %s', async (path, shape, as = 'super_admin') => {
  const { status, body } = await api.request<object[] | { data: object[] }>(scene[as], 'GET', path);

  expect(status).toBe(200);
  const found = Array.isArray(body) ? body : body.data;
  expect(found.length).toBeGreaterThan(0);
  expect([...new Set(found.flatMap((row) => differences(row, shapes[shape])))]).toEqual([]);
});

/** Endpoints that return one object. */
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

/** Names of entities of the endpoints of the dialect's families. */
const familyShapes = {
  tags: 'tag',
  authors: 'author',
  manufacturers: 'manufacturer',
  coupons: 'coupon',
  groups: 'group',
  categories: 'category',
  boxes: 'box',
  faqs: 'faq',
  'store-notices': 'notice',
  'error-codes': 'errorCode',
  attributes: 'attribute',
  'attribute-values': 'attributeValue',
  'order-status': 'orderStatus',
  taxes: 'tax',
  shippings: 'shipping',
  'delivery-classes': 'deliveryClass',
  'mobile-app-versions': 'appVersion',
  'social-links': 'socialLink',
  'advertising-banners': 'banner',
  'review-banners': 'reviewBanner',
  'refund-policies': 'refundPolicy',
  'refund-reasons': 'refundReason',
  'terms-and-conditions': 'terms',
  'flash-sale': 'flashSale',
} as const satisfies Partial<Record<SampleName, ShapeName>>;

const familiesOfDialect = sampleNames.filter(
  (name): name is keyof typeof familyShapes => name in familyShapes,
);

it.each(familiesOfDialect)('%s match their shape when created, read, changed and removed', async (name) => {
  const { endpoint, updateMethod } = resources[name];
  const sample = samples[name];
  const related = rows as Parameters<typeof sample.body>[0]['related'];
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const answer = await api.request(scene.super_admin, method, path, body);
    expect([method, path, answer.status < 300, answer.status < 300 || answer.body]).toEqual([
      method,
      path,
      true,
      true,
    ]);
    return answer.body;
  };
  const title = resources[name].columns[0]?.key ?? '';
  const made = await ask('POST', endpoint, {
    ...sample.body({ ...scene, related }, 'super_admin'),
    ...{ ...sample.unique?.(7), [title]: sample.inOrder[1], slug: undefined },
  });
  const path = `${endpoint}/${made.id}`;
  const changed = await ask(updateMethod, path, sample.changed);

  for (const row of [made, await ask('GET', path), changed])
    expect(wrongIn(row, familyShapes[name])).toEqual([]);
  expect(wrongIn(await ask('DELETE', path), 'truth')).toEqual([]);
});

describe('all other endpoints', () => {
  let world: World;
  beforeAll(async () => {
    world = { api, scene, rows, made: {} };
    await prepare(world);
  });

  it.each(steps)('%s of %s returns %s', async (endpoint, who, kind, path, body) => {
    const [method = '', name = ''] = endpoint.split(' ');
    const { status, body: answer } = await api.request<Wire>(
      who && scene[who],
      method as 'GET',
      path ? path(world) : name,
      await body?.(world),
    );

    expect([status < 300, status < 300 || answer]).toEqual([true, true]);
    expect(wrongIn(answer, kind)).toEqual([]);
    const list: unknown = kind.startsWith('page:') ? answer.data : answer;
    world.made[endpoint] = (Array.isArray(list) ? list[0] : answer) as Wire;
  });
});

/** Responses that are files or redirects, or need a test of their own. */
const elsewhere: Record<string, readonly string[]> = {
  'tests/server/dialect/refusals.test.ts': ['POST register'],
  'tests/server/accounts/login-codes.test.ts': ['POST api/admin/auth/check-code'],
  'tests/server/accounts/contact-codes.test.ts': ['POST otp-login', 'POST update-contact'],
  'tests/server/accounts/accounts.test.ts': ['POST license-key/verify', 'GET email/verify/*/*'],
  'tests/server/accounts/auth.test.ts': ['POST social-login-token'],
  'tests/server/catalogue/storefront.test.ts': ['GET check-availability'],
  'tests/server/orders/payments/saved-cards.test.ts': [
    ...['GET cards', 'POST cards', 'PUT cards/*', 'DELETE cards/*', 'POST set-default-card'],
    'POST save-payment-method',
  ],
  'tests/server/settings/delivery-times.test.ts': ['GET delivery-times', 'GET delivery-times/*'],
  'tests/server/shops/shop-life.test.ts': ['GET near-by-shop/*/*'],
  'tests/server/catalogue/descriptions.test.ts': ['POST generate-descriptions'],
  'tests/server/core/files/attachments.test.ts': ['POST attachments', 'DELETE attachments/*'],
  'tests/server/orders/order-downloads.test.ts': [
    ...['GET downloads', 'POST downloads/digital_file', 'GET download_url/token/*'],
  ],
  'tests/server/orders/order-payments.test.ts': ['POST orders/payment', 'GET payment-intent'],
  'tests/server/orders/order-codes.test.ts': ['POST orders/*/complete'],
  'tests/server/refunds/refunds.test.ts': ['POST refunds/*/complete'],
  'tests/server/orders/order-documents.test.ts': [
    ...['POST download-invoice-url', 'GET download-invoice/token/*', 'GET export-order-url'],
    ...['GET export-order-url/*', 'GET export-order/token/*'],
  ],
  'tests/server/catalogue/import/products-import-variations.test.ts': [
    ...['POST import-products', 'POST import-variation-options'],
  ],
  'tests/server/catalogue/products-export.test.ts': [
    ...['GET export-products/*', 'GET export-variation-options/*'],
  ],
  'tests/server/catalogue/attributes-csv.test.ts': ['POST import-attributes', 'GET export-attributes/*'],
  'tests/server/ledger/withdraws.test.ts': ['PUT withdraws/*'],
};

it('leaves out no endpoint of the dialect that this server answers', () => {
  const ofFamilies = sampleNames.flatMap((name) => {
    const { endpoint, updateMethod } = resources[name];
    const one = `${endpoint}/*`;
    return [`POST ${endpoint}`, `GET ${one}`, `${updateMethod} ${one}`, `DELETE ${one}`];
  });
  const known = [
    ...lists.map(([path]) => `GET ${path.split('?')[0]}`),
    ...details.map(([path]) => `GET ${path().replace(/\/[^/]*$/, '/*')}`),
    ...details.map(([path]) => `GET ${path()}`),
    ...steps.map(([endpoint]) => endpoint),
    ...Object.values(elsewhere).flat(),
    ...ofFamilies,
  ];
  const answered = endpointsOf(api.app).map(({ method, path }) => `${method} ${path.replace(/:\w+/g, '*')}`);
  const ofDialect = Object.entries(dialectEndpoints).flatMap(([path, methods]) =>
    methods.split(' ').map((method) => `${method} ${path}`),
  );
  const asked = ofDialect.filter((endpoint) => answered.includes(endpoint));
  expect(asked.length).toBeGreaterThan(270);
  expect(asked.filter((endpoint) => !known.includes(endpoint))).toEqual([]);
  for (const [file, endpoints] of Object.entries(elsewhere)) {
    expect([file, existsSync(file)]).toEqual([file, true]);
    const text = readFileSync(file, 'utf8');
    for (const endpoint of endpoints)
      expect([file, text]).toEqual([
        file,
        expect.stringContaining(endpoint.replace(/^\w+ /, '').split('/*')[0] ?? ''),
      ]);
  }
});
