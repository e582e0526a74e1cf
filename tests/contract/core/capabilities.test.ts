import { describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import { admins, customers, pendingVendors, vendors } from '@/contract/accounts/users';
import { actionsByEndpoint } from '@/contract/actions';
import { capabilities, readCapabilities } from '@/contract/capabilities';
import { draftProducts, stockProducts } from '@/contract/catalogue/products';
import { pages } from '@/contract/pages';
import { newShops } from '@/contract/shops';
import { ownershipTransfers } from '@/contract/shops/ownership-transfers';
import { myStaffs, storeKeepers, vendorStaffs } from '@/contract/shops/staffs';
import { findEndpoint } from '@/lib/api/endpoints';
import { readClientCalls } from './client-calls';
import { dialectEndpoints } from './dialect-endpoints';

const { calls, unread } = readClientCalls();

const dialect = Object.entries(dialectEndpoints).map(([path, methods]) => ({
  segments: path.split('/'),
  methods: methods.split(' '),
}));

function isInDialect(method: string, path: string): boolean {
  const asked = path.split('/');
  return dialect.some(
    ({ segments, methods }) =>
      methods.includes(method) &&
      segments.length === asked.length &&
      segments.every((segment, index) => segment === '*' || segment === asked[index]),
  );
}

/** Neither part of the dialect nor of a capability. */
const isStray = (method: string, path: string) => !isInDialect(method, path) && !hasCapability(method, path);

/** `*` stands for any part of a path that the code puts together. */
function hasCapability(method: string, path: string): boolean {
  const asked = path.split('/');
  return [...actionsByEndpoint].some(([endpoint, { capability }]) => {
    const [verb, route = ''] = endpoint.split(' ');
    const segments = route.split('/');
    return (
      capability !== undefined &&
      verb === method &&
      segments.length === asked.length &&
      segments.every((part, index) => part === ':' || matchesPart(asked[index] ?? '', part))
    );
  });
}

const matchesPart = (asked: string, part: string) =>
  new RegExp(
    `^${asked
      .split('*')
      .map((text) => text.replace(/[.]/g, '\\.'))
      .join('.*')}$`,
  ).test(part);

const families = Object.values(resources).map(({ endpoint }) => endpoint);
const ownLists = [
  ...[admins, vendors, pendingVendors, customers, myStaffs, vendorStaffs, storeKeepers],
  ...[newShops, draftProducts, stockProducts],
].map(({ only }) => only.list.endpoint);
const helper = 'sends what its callers name, and those are read themselves';

/** Calls whose path is passed in: all paths they send, or why they send none. */
const handed: Record<string, readonly string[] | string> = {
  'components/media/file-button.tsx GET': ['products/1/digital-file', 'product-reviews/1/files/2'],
  'components/table/endless-list.tsx GET': helper,
  'crud/list/first-requests.ts GET': 'names the addresses for public/early.js, which posts to the last',
  'crud/list/list-state.ts GET': [...families, ...ownLists, ownershipTransfers.endpoint],
  'crud/list/prefetch-list.ts GET': [...families, ...ownLists],
  'features/accounts/users/use-person-action.ts POST': helper,
  'features/catalogue/dialect-files.tsx GET': [
    ...['export-products/1', 'export-variation-options/1', 'export-attributes/1'],
  ],
  'features/catalogue/dialect-files.tsx POST': [
    ...['import-products', 'import-variation-options', 'import-attributes'],
  ],
  'features/catalogue/categories/tree.ts GET': ['categories'],
  'features/feedback/complaints/case-bulk.tsx POST': ['reviews/1/restore', 'questions/1/restore'],
  'features/feedback/complaints/decide-dialog.tsx POST': ['reviews/1/restore', 'questions/1/restore'],
  'features/insights/dashboard/recent.tsx GET': ['orders', 'withdraws'],
  'features/insights/dashboard/use-figures.ts GET': [
    ...['low-stock-products', 'popular-products', 'top-rate-product'],
    ...['category-wise-product', 'category-wise-product-sale'],
  ],
  'features/ledger/use-ledger-state.ts GET': [
    ...['ledger', 'ledger/summary', 'shops/1/ledger', 'shops/1/ledger/summary'],
  ],
  'features/ledger/export-button.tsx GET': ['ledger/export', 'shops/1/ledger/export'],
  'features/orders/details/order-actions.tsx GET': ['orders/1/invoice', 'orders/1/picklist'],
  'features/orders/use-order-call.ts PUT': helper,
  'features/orders/dialogs/customer-code.tsx POST': ['orders/1/code', 'orders/1/lines/code'],
  'features/orders/queue/send-queue.ts GET': 'sends what waited for a network, which is a PUT or a POST',
  'features/orders/queue/send-step.ts GET': 'sends a step, which is a PUT or a POST',
  'features/orders/queue/send-step.ts PUT': helper,
  'features/orders/lists/orders-menu.tsx GET': ['export-order/token/abc'],
  'features/orders/till/shifts/use-shift.ts GET': ['till/lavka/shifts/1', 'till/lavka/refunds'],
  'features/orders/till/shifts/use-shift.ts POST': [
    ...['till/lavka/shifts', 'till/lavka/shifts/1/close', 'till/lavka/shifts/1/moves'],
    'till/lavka/shifts/1/refunds',
  ],
  'features/promotions/flash-sale/use-requests.ts GET': ['vendor-requests-for-flash-sale'],
  'features/promotions/flash-sale/use-requests.ts DELETE': ['vendor-requests-for-flash-sale/1'],
  'features/settings/class-field.tsx GET': ['taxes/1', 'shippings/1'],
  'lib/api/files.ts GET': helper,
  'lib/api/files.ts POST': helper,
  'lib/api/relation-rows.ts GET': [...families, 'vendor/shops', 'my-shops'],
  'lib/api/use-record.ts GET': families.map((endpoint) => `${endpoint}/1`),
};

describe('every request of the panel', () => {
  it('is part of the dialect, or belongs to a capability', () => {
    expect(calls.length).toBeGreaterThan(250);
    const stray = calls
      .filter(({ file, method }) => !(`${file} ${method}` in handed))
      .filter(({ method, paths }) => paths.every((path) => isStray(method, path)));
    expect(stray.map(({ file, method, paths }) => `${file} ${method} ${paths[0]}`)).toEqual([]);
  });

  it('has its path in the code, or in the list of this test', () => {
    expect(unread.filter((place) => !(place in handed))).toEqual([]);
    const places = new Set([...unread, ...calls.map(({ file, method }) => `${file} ${method}`)]);
    expect(Object.keys(handed).filter((place) => !places.has(place))).toEqual([]);
    const stray = Object.entries(handed).flatMap(([place, paths]) =>
      typeof paths === 'string' ? [] : paths.filter((path) => isStray(place.split(' ')[1] ?? '', path)),
    );
    expect(stray).toEqual([]);
  });
});

describe('a capability', () => {
  it('contains nothing of the dialect', () => {
    const shared = dialect.flatMap(({ segments, methods }) =>
      methods.filter((method) => findEndpoint(method, segments.join('/').replaceAll('*', '7'))?.capability),
    );
    expect(shared).toEqual([]);
  });

  it.each([
    ['GET', 'products/export', 'export'],
    ['GET', 'ledger/export', 'ledger'],
    ['POST', 'api/admin/boxes/7/restore', 'restore'],
    ['POST', 'tags/bulk/set', 'bulk'],
    ['POST', 'product-reviews/bulk/approve', 'moderation'],
    ['PUT', 'staffs/7', 'staff-editing'],
    ['DELETE', 'staffs/7', undefined],
    ['GET', 'products/7', undefined],
  ])('of %s %s is %s', (method, path, name) => {
    expect(findEndpoint(method, path)?.capability).toBe(name);
  });

  it('is read from a server’s announcement, whatever its content', () => {
    expect([...readCapabilities(['live', 'unheard-of', 7])]).toEqual(['live']);
    for (const announced of [undefined, null, 'live', {}]) expect(readCapabilities(announced).size).toBe(0);
  });

  it('that a page needs exists', () => {
    const needed = Object.values(pages).flatMap(({ needs }) => needs ?? []);
    expect(needed.length).toBeGreaterThan(9);
    expect(needed.filter((name) => !capabilities.includes(name))).toEqual([]);
  });
});
